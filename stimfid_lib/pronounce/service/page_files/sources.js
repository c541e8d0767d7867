// Where a recording comes from: the microphone, a file, an example. One recording at a time: {blob, name}.

const at = (id) => document.getElementById(id);
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_SECONDS = 10;
let chosen = null;

function showFault(text) {
  at("fault").textContent = text;
  at("fault").hidden = !text;
}

function take(blob, words) {
  showFault("");
  const player = at("player");
  if (player.src) URL.revokeObjectURL(player.src);
  chosen = blob && { blob, name: words };
  player.hidden = !blob;
  if (blob) player.src = URL.createObjectURL(blob);
  else player.removeAttribute("src");
  at("source").textContent = blob ? `Ready to score: ${words}.` : "No recording yet.";
}

function forget(...others) {
  for (const id of others) at(id).value = "";
}

const recorder = { media: null, stream: null, parts: [], started: 0, timer: 0, audio: null, opening: false };

function recordingFault(error) {
  const why = {
    NotAllowedError: "the browser did not allow the microphone. Allow it in the address bar, then press Start again",
    NotFoundError: "no microphone was found. Connect one, or upload a recording",
    NotReadableError: "another program holds the microphone. Close it, then press Start again",
  };
  showFault(`Recording failed: ${why[error.name] || `${error.name}: ${error.message}`}.`);
}

async function startRecording() {
  if (!navigator.mediaDevices || !window.MediaRecorder) {
    showFault("This browser records only on a secure address (https, or localhost on this machine). Upload a recording instead.");
    return;
  }
  if (recorder.opening) return;
  recorder.opening = true; // not `disabled`, which would take the focus from who came by keyboard
  try {
    recorder.stream = await navigator.mediaDevices.getUserMedia({
      // what makes a call pleasant (noise removed, gain chased) changes sounds that are to be judged
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    const type = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"].find((t) => MediaRecorder.isTypeSupported(t));
    recorder.media = new MediaRecorder(recorder.stream, type ? { mimeType: type } : {});
  } catch (error) {
    if (recorder.stream) recorder.stream.getTracks().forEach((track) => track.stop());
    recordingFault(error);
    return;
  } finally {
    recorder.opening = false;
  }
  recorder.parts = [];
  recorder.media.ondataavailable = (event) => { if (event.data.size) recorder.parts.push(event.data); };
  recorder.media.onstop = recorded;
  recorder.media.onerror = (event) => recordingFault(event.error);
  recorder.media.start();
  recorder.started = performance.now();
  recorder.timer = setInterval(recordingSeconds, 200);
  showLevel();
  showFault("");
  at("record").classList.add("on");
  at("record").textContent = "Stop recording";
  at("source").textContent = "Recording: say the word now.";
}

function recordingSeconds() {
  const seconds = (performance.now() - recorder.started) / 1000;
  at("record").textContent = `Stop recording (${Math.floor(seconds)} s)`;
  if (seconds >= MOST_SECONDS) stopRecording();
}

function showLevel() {
  recorder.audio = new AudioContext();
  const analyser = recorder.audio.createAnalyser();
  recorder.audio.createMediaStreamSource(recorder.stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const level = at("level");
  level.hidden = false;
  const draw = () => {
    if (!recorder.media || recorder.media.state !== "recording") return;
    analyser.getFloatTimeDomainData(samples);
    level.value = Math.min(1, 3 * Math.max(...samples.map(Math.abs)));
    requestAnimationFrame(draw);
  };
  draw();
}

function stopRecording() {
  clearInterval(recorder.timer);
  if (recorder.media && recorder.media.state !== "inactive") recorder.media.stop();
}

function recorded() {
  clearInterval(recorder.timer);
  recorder.stream.getTracks().forEach((track) => track.stop());
  recorder.audio.close();
  at("level").hidden = true;
  at("record").classList.remove("on");
  at("record").textContent = "Record again";
  const seconds = (performance.now() - recorder.started) / 1000;
  const type = (recorder.media.mimeType || "audio/webm").split(";")[0];
  forget("file", "clip");
  take(new Blob(recorder.parts, { type }), `your recording of ${seconds.toFixed(1)} seconds`);
}

function takeFile() {
  const file = at("file").files[0];
  if (!file) return;
  forget("clip");
  if (file.size > MOST_BYTES) {
    take(null);
    showFault(`${file.name} has ${(file.size / 1048576).toFixed(1)} MB; at most 10 MB are taken. Cut it to the one word.`);
    return;
  }
  // browsers call webm, mp4 and ogg files video whatever they hold, and some files nothing at all
  const kinds = { webm: "webm", mp4: "mp4", m4a: "mp4", ogg: "ogg", oga: "ogg", opus: "ogg", wav: "wav", mp3: "mpeg", flac: "flac",
    aac: "aac", aif: "aiff", aiff: "aiff" };
  const ending = file.name.split(".").pop().toLowerCase();
  const type = file.type.startsWith("audio/") ? file.type : kinds[ending] ? `audio/${kinds[ending]}` : file.type;
  take(type === file.type ? file : new Blob([file], { type }), `the file ${file.name}`);
}

async function takeClip() {
  const option = at("clip").selectedOptions[0];
  if (!option.value) return take(null);
  forget("file");
  try {
    const answer = await fetch(option.value);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    at("word").value = option.dataset.word;
    take(await answer.blob(), `the example “${option.dataset.word}”, ${option.dataset.change}`);
  } catch (error) {
    take(null);
    showFault(`The example could not be fetched (${error.message}). Is the service still running?`);
  }
}
