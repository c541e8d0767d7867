// The answer as tiles and sentences. What was sent or answered is only ever written as text, never as HTML.

let threshold = 0; // of the free decode's class, told by the service
let llrThreshold = 0; // of the likelihood ratio's class, likewise
const OPS = { match: "same", sub: "substitution", del: "left out" };
const signed = (x) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(2)}`;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const ipa = (symbol, kind = "span", className = "ipa") => element(kind, { class: className, lang: "en-fonipa" }, symbol);

// green at 0, yellow between, red at 0.5 and over
const heat = (distance) => `hsl(${(120 * (1 - Math.min(distance, 0.5) / 0.5)).toFixed(0)} var(--sat) var(--light))`;

// A tile tells its sentence in the line under its row while it is pointed at or has the focus, and to a screen reader as its name.
function tile(tip, className, sentence, ...shown) {
  const button = element("button", { type: "button", class: `tile ${className}` });
  for (const part of shown) part.setAttribute("aria-hidden", "true");
  button.append(...shown, element("span", { class: "sr" }, sentence));
  for (const type of ["mouseenter", "focus", "click"]) button.addEventListener(type, () => showTip(tip, sentence));
  for (const type of ["mouseleave", "blur"]) button.addEventListener(type, () => hideTip(tip));
  return element("li", {}, button);
}

function showTip(tip, text, idle = false) {
  at(tip).textContent = text;
  at(tip).classList.toggle("idle", idle);
}

// a tile that has the focus keeps its sentence when the mouse leaves another one
function hideTip(tip) {
  const held = document.activeElement.closest(`.row:has(+ #${tip}) .tile`);
  if (held) showTip(tip, held.querySelector(".sr").textContent);
  else showTip(tip, "Point at a sound, tap it, or reach it with the Tab key to read what it means.", true);
}

function positionTile(row, index, count) {
  const place = `Sound ${index + 1} of ${count}`;
  const distance = row.cos_dist.toFixed(3);
  const sentence = {
    match: `${place}: ${row.canonical} was heard as ${row.canonical}. Same sound, distance 0.`,
    sub: `${place}: ${row.produced} was heard for ${row.canonical}. Substitution, distance ${distance}, which counts as ${
      row.cos_dist >= threshold ? "an error" : "a variant"}.`,
    del: `${place}: nothing was heard for ${row.canonical}. Left out, which counts as an error; distance ${distance}.`,
  }[row.op];
  const made = tile("heat-tip", row.op, sentence, ipa(row.canonical, "b"), element("small", {}, "heard"),
    ipa(row.produced === null ? "–" : row.produced, "span", "ipa produced"),
    element("small", {}, row.op === "match" ? "same 0" : `${OPS[row.op]}`),
    element("small", {}, row.op === "match" ? "" : row.cos_dist.toFixed(2)));
  if (row.op !== "del") made.firstChild.style.background = heat(row.cos_dist);
  return made;
}

function insertionTile(insertion, canonical) {
  const after = insertion.after_canonical_index;
  const where = after < 0 ? "before the first sound" : `after ${canonical[after]}`;
  return tile("heat-tip", "ins", `Added: ${insertion.produced} was heard ${where}, where the target has nothing.`,
    element("small", {}, "added"), ipa(insertion.produced, "span", "ipa produced"));
}

function drawHeat(answer) {
  const tiles = [];
  const added = (index) => answer.insertions.filter((i) => i.after_canonical_index === index)
    .forEach((i) => tiles.push(insertionTile(i, answer.canonical_phonemes)));
  added(-1);
  answer.per_position.forEach((row, index) => {
    tiles.push(positionTile(row, index, answer.per_position.length));
    added(index);
  });
  at("heat").replaceChildren(...tiles);
  const sounds = answer.insertions.map((i) => i.produced).join(" ");
  at("inserted").textContent = sounds ? `Added sounds (dotted): ${sounds}. Added sounds alone never make a word an error.`
    : "No added sounds.";
}

function drawLikelihood(answer) {
  const values = answer.position_llr;
  at("llr-none").hidden = values !== null;
  at("llr-row").replaceChildren(...(values || []).map((value, index) => {
    const sound = answer.canonical_phonemes[index];
    const words = value === null ? "not computed" : value >= 0 ? "target fits" : "other fits";
    const sentence = `Sound ${index + 1} of ${values.length}: ${sound}. Log likelihood ratio ${value === null ? "not computed"
      : signed(value)}${value === null ? "" : value >= 0 ? ": no other sound fits the recording better"
        : ": another sound, or none, fits the recording better"}.`;
    return tile("llr-tip", value === null ? "" : value >= 0 ? "fits" : "unfit", sentence, ipa(sound, "b"),
      element("span", {}, value === null ? "–" : signed(value)), element("small", {}, words));
  }));
}

function chip(node, verdict) {
  const words = { variant: "✓ variant: close to the target", error: "✗ error: a sound off target" };
  node.textContent = verdict === null ? "not computed" : words[verdict];
  node.className = `chip ${verdict || "none"}`;
}

function wrongRate(share, basis) {
  if (share === null) return "How often it is wrong about good speech has not been measured for this transcriber.";
  return `Calls ${(100 * share).toFixed(0)} of 100 correctly said words an error (${basis}).`;
}

function drawAnswer(answer) {
  at("headline").replaceChildren("Target ", element("strong", {}, answer.target_word), " ",
    ipa(`/${answer.canonical_phonemes.join(" ")}/`), ", heard ",
    ipa(answer.transcript.phonemes.length ? `[${answer.transcript.phonemes.join(" ")}]` : "nothing"),
    ` (${(answer.transcript.duration_ms / 1000).toFixed(1)} s, transcriber ${answer.transcriber}, first language ${answer.l1 || "not stated"}).`);
  chip(at("llr-chip"), answer.llr_class);
  at("llr-number").textContent = answer.overall_llr === null ? "Needs the transcriber inside this service."
    : `Word: ${signed(answer.overall_llr)}, the lowest of its sounds; below ${signed(llrThreshold)} it counts as an error`;
  at("llr-wrong").textContent = answer.llr_class === null ? "" : wrongRate(answer.false_flag_rates.llr_class, answer.false_flag_rates.basis);
  chip(at("free-chip"), answer.variant_vs_error_class);
  at("free-number").textContent = `Score ${answer.overall_score.toFixed(2)} of 1`;
  at("free-wrong").textContent = wrongRate(answer.false_flag_rates.variant_vs_error_class, answer.false_flag_rates.basis);
  at("agree").textContent = answer.llr_class === null ? "" : answer.llr_class === answer.variant_vs_error_class
    ? "The two methods agree." : "The two methods disagree. The likelihood ratio is the more reliable one; listen again before you decide.";
  drawLikelihood(answer);
  drawHeat(answer);
  const told = [...answer.limitations, ...answer.transcript.limitations];
  at("limits").replaceChildren(...[...new Set(told)].map((text) => element("li", {}, text)));
  at("json").textContent = JSON.stringify(answer, null, 1);
  hideTip("llr-tip");
  hideTip("heat-tip");
  at("result").hidden = false;
  at("result").focus({ preventScroll: true });
  at("result").scrollIntoView({ block: "start" });
}
