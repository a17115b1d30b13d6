// The control API of the playground's server.

async function ask(path, options) {
  const response = await fetch(`/sim/${path}`, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}.`);
  return answer;
}

/** Read something. Throws an Error with the server's sentence. */
export const look = (path) => ask(path);

/** Do something, mostly as a person. Throws an Error with the server's sentence. */
export const act = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
