import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { satisfies } from '../scripts/node-version.mjs';

describe('whether a version of Node.js is supported', () => {
  const RANGE = '^24.11.0 || >=26.0.0';

  it.each(['24.11.0', '24.21.3', '26.0.0', '27.1.0'])('is true for %s', (version) => {
    expect(satisfies(version, RANGE)).toBe(true);
  });

  it.each(['20.20.2', '24.10.9', '25.9.0'])('is false for %s', (version) => {
    expect(satisfies(version, RANGE)).toBe(false);
  });

  it('is not guessed from an unsupported range', () => {
    expect(() => satisfies('24.11.0', '24.x')).toThrow('24.x');
  });
});

it('loads the sign-in sandbox without a warning on a Node.js that is not LTS yet', () => {
  const load = `Object.defineProperty(process, 'release', { value: { name: 'node' } });
    await import('./sandbox/sign-in/sign-in-sandbox.ts');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

describe('a script on a machine whose Node.js is too old', () => {
  let folder: string;
  const platform = `node-${process.platform}-${process.arch}`;
  const script = (name: string, content: string) => writeFile(join(folder, name), content, { mode: 0o755 });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'classharbor-runtime-'));
    for (const name of ['scripts', 'runtime', 'bin']) await mkdir(join(folder, name));
    cpSync(join(PROJECT_ROOT, 'scripts/node-version.mjs'), join(folder, 'scripts/node-version.mjs'));
    await script('package.json', JSON.stringify({ engines: { node: '^998.0.0' } }));
    await script(
      'runtime/package-lock.json',
      JSON.stringify({ packages: { [`node_modules/${platform}`]: { version: '998.1.0' } } }),
    );
    await script(
      'scripts/script.mjs',
      "import { ensureSupportedNode } from './node-version.mjs';\nawait ensureSupportedNode();\nconsole.log('not reached');\n",
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Sets the content of the registry's package, here a program that reports its arguments. */
  const registryHas = (program: string) =>
    script(
      'bin/npm',
      `#!/bin/sh
mkdir -p node_modules/${platform}/bin
echo '{"version":"998.1.0"}' > node_modules/${platform}/package.json
cat > node_modules/${platform}/bin/node <<'END'
#!/bin/sh
${program}
END
chmod +x node_modules/${platform}/bin/node
`,
    );
  const environment = () => ({ ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
  const run = () =>
    spawnSync(process.execPath, ['--max-old-space-size=100', 'scripts/script.mjs', 'a b'], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
    });

  it('says so in one line if npm cannot install a newer one', async () => {
    await script('bin/npm', '#!/bin/sh\nexit 1\n');
    const { status, stderr } = run();
    expect(stderr).toMatch(/^ClassHarbor needs Node.js \^998.0.0; .*install it yourself\n$/);
    expect(status).toBe(1);
  });

  it('runs with the version that npm installs, which is installed once', async () => {
    await registryHas('echo "$@"\nexit 3');
    const line = `--max-old-space-size=100 ${join(folder, 'scripts/script.mjs')} a b\n`;
    const first = run();
    expect(first.stdout).toBe(
      `Installing Node.js 998.1.0, because this is ${process.versions.node} ...\n${line}`,
    );
    expect(first.status).toBe(3);
    expect(run().stdout).toBe(line);
  });

  it('forwards SIGTERM', async () => {
    await rm(join(folder, 'runtime/node_modules'), { recursive: true, force: true });
    await registryHas("trap 'echo stopped; exit 0' TERM\necho ready\nwhile :; do sleep 0.05; done");
    const child = spawn(process.execPath, ['scripts/script.mjs'], { cwd: folder, env: environment() });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (chunk.toString().includes('ready')) child.kill('SIGTERM');
    });
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, output: output.trim().split('\n').at(-1) }).toEqual({ code: 0, output: 'stopped' });
  });

  it('does not restart itself forever if the installed version is too old as well', async () => {
    await rm(join(folder, 'runtime/node_modules'), { recursive: true, force: true });
    await script(
      'bin/npm',
      `#!/bin/sh
mkdir -p node_modules/${platform}/bin
echo '{"version":"998.1.0"}' > node_modules/${platform}/package.json
cp ${process.execPath} node_modules/${platform}/bin/node
`,
    );
    const { status, stderr } = run();
    expect(stderr).toContain('which is what runtime/package.json names');
    expect(status).toBe(1);
  });
});
