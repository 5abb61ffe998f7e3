// Numbers that JavaScript cannot hold. Frameworks here round them, and that is theirs to answer for; the wire must not
// round them a second time. So the text of arguments is kept as it was sent, and whole numbers are written in full.
import { randomUUID } from 'node:crypto';

const MARK = randomUUID();
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');
const longer = (token) => token[0] !== '"' && (token.length > 15 || /e/i.test(token));
const marked = (token) => `"${MARK}${token}"`;
const callsOf = ({ params }) => [params?.call, ...(params?.calls ?? []), ...(params?.then ?? [])].filter(Boolean);

// read is a line of JSON; each call whose arguments hold such a number has them as text too, as exact.
export function read(line) {
  const message = JSON.parse(line);
  const calls = callsOf(message);
  if (!calls.length) return message;
  const text = line.replace(TOKEN, (token) => (longer(token) ? marked(token) : token));
  if (text === line) return message;
  callsOf(JSON.parse(text)).forEach(({ arguments: twin }, i) => {
    if (twin !== undefined) calls[i].exact = JSON.stringify(twin).replace(MARKED, '$1');
  });
  return message;
}

// write is JSON in which a whole number past 2^53 stands digit by digit, as the double is.
export function write(value) {
  const whole = (x) => typeof x === 'number' && Math.abs(x) > 2 ** 53 && Math.abs(x) < 1e21;
  return JSON.stringify(value, (_, x) => (whole(x) ? MARK + BigInt(x) : x)).replace(MARKED, '$1');
}
