// Asking the service: one question at a time, told in words; asked again while the transcriber warms up.

const MOST_TRIES = 20;
const asking = { abort: null, timer: 0, tries: 0 };

function transcriberOption(one, first) {
  const input = element("input", { type: "radio", name: "transcriber", value: one.name });
  input.checked = first;
  input.disabled = !one.available;
  return element("label", {}, input, element("span", {}, one.label, element("span", { class: "help" }, one.help)));
}

async function begin() {
  try {
    const answer = await fetch("../api/audio/about");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const about = await answer.json();
    at("l1").replaceChildren(...about.l1s.map((name) => element("option", {}, name)));
    at("l1").value = "unknown";
    at("transcribers").append(...about.transcribers.map((one, index) => transcriberOption(one, index === 0)));
    at("clip").append(...about.clips.map((clip) => {
      const option = element("option", { value: clip.url }, `${clip.word}: ${clip.change}`);
      Object.assign(option.dataset, { word: clip.word, change: clip.change });
      return option;
    }));
    at("clip-help").textContent = `Made by ${about.clips_made_by}, a speech synthesiser; no person spoke them`;
    at("remote-note").textContent = about.remote ? " and from there to the server that transcribes" : "";
    threshold = about.threshold;
    llrThreshold = about.llr_threshold;
    at("from").textContent = `of ${threshold} or more`;
  } catch (error) {
    showFault(`The service does not answer (${error.message}). Start it again with make pronounce, then reload this page.`);
  }
}

function stopAsking() {
  clearInterval(asking.timer);
  if (asking.abort) asking.abort.abort();
  at("warming").hidden = true;
  at("busy").textContent = "";
}

function question() {
  const body = new FormData();
  body.append("audio", chosen.blob, "recording");
  body.append("target_word", at("word").value.trim());
  body.append("l1", at("l1").value);
  const transcriber = document.querySelector("input[name=transcriber]:checked");
  if (transcriber) body.append("transcriber", transcriber.value);
  return body;
}

function submit(event) {
  event.preventDefault();
  stopAsking();
  showFault("");
  at("word").removeAttribute("aria-invalid");
  if (!at("word").value.trim()) {
    showFault("Type the target word first.");
    at("word").setAttribute("aria-invalid", "true");
    at("word").focus();
  } else if (!chosen) {
    showFault("Record the word, upload a recording or choose an example first.");
    at("record").focus();
  } else {
    asking.tries = 0;
    ask(question());
  }
}

async function ask(body) {
  clearInterval(asking.timer);
  at("warming").hidden = true;
  at("result").hidden = true;
  at("busy").textContent = "Scoring the recording …";
  const abort = (asking.abort = new AbortController());
  asking.tries += 1;
  let answer;
  let told;
  try {
    answer = await fetch("../api/audio/pronounce", { method: "POST", body, signal: abort.signal });
    told = await answer.json();
  } catch (error) {
    if (abort.signal.aborted) return;
    at("busy").textContent = "";
    showFault(answer ? "The service answered something that is no JSON; is another program at this address?"
      : "The service does not answer. Start it again with make pronounce, then score once more.");
    return;
  }
  at("busy").textContent = "";
  if (answer.ok) drawAnswer(told);
  else if (answer.status === 503 && told.warming) showWarming(told.detail, body);
  else showFault(sentence(told.detail));
}

const sentence = (detail) => {
  const text = typeof detail === "string" ? detail : JSON.stringify(detail);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
};

function showWarming(detail, body) {
  let left = detail.retry_after_s;
  const again = () => ask(body);
  const tell = () => {
    at("warming-text").textContent = `${sentence(detail.message)} ` + (asking.tries >= MOST_TRIES
      ? `Asked ${asking.tries} times; press the button to ask again.` : `Asking again by itself (try ${asking.tries + 1}).`);
  };
  at("warming").hidden = false;
  at("retry").onclick = again;
  tell();
  if (asking.tries < MOST_TRIES) asking.timer = setInterval(() => { left -= 1; if (left <= 0) again(); }, 1000);
}

at("record").addEventListener("click", () => (recorder.media && recorder.media.state === "recording" ? stopRecording() : startRecording()));
at("file").addEventListener("change", takeFile);
at("clip").addEventListener("change", takeClip);
at("form").addEventListener("submit", submit);
at("giveup").addEventListener("click", () => { stopAsking(); at("score").focus(); });
begin();
