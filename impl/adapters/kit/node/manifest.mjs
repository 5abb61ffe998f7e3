// What an adapter declares stands once, in its adapter.json: what is answered to initialize is read from there.
import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

// manifest is the adapter.json beside a program, with what the variant changes that the command line names.
export function manifest(url) {
  const base = read(new URL('adapter.json', url));
  const given = JSON.stringify(process.argv.slice(2));
  const variant = (base.variants ?? []).find((v) => JSON.stringify(v.args ?? []) === given) ?? {};
  return { ...base, ...variant, name: variant.name ? `${base.name}/${variant.name}` : base.name };
}

// hello is the answer to initialize; the version is that of the package that is really installed in the folder.
export function hello(url, folder) {
  const { name, chapters, binds, features, holds } = manifest(url);
  const { version } = read(new URL(`node_modules/${folder}/package.json`, url));
  return { protocol: '1', gate: { name, version }, chapters, binds, features, ...(features.includes('state') && { holds }) };
}
