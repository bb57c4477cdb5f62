import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { end } from './processes.ts';

/** A proxy in front of two servers, which are named by their ports. */
export interface Proxy {
  /** An operator's steps at the proxy before and after a server is restarted. */
  takeOut: (port: number) => Promise<void>;
  putBack: (port: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** The time that nginx may take to apply a new configuration, in milliseconds. */
const RELOAD = 1_000;

const readExample = (name: string): Promise<string> => readFile(join(PROJECT_ROOT, 'deploy', name), 'utf8');

/** An example configuration with the addresses of this machine. */
const withServers = (config: string, servers: number[]): string =>
  servers.reduce(
    (text, port, index) => text.replaceAll(`10.0.0.${index + 1}:3000`, `127.0.0.1:${port}`),
    config,
  );

/** @throws Error that names the package to install */
export const requireProgram = (program: string, version: string): void => {
  if (spawnSync(program, [version]).error)
    throw new Error(`This needs ${program} (Debian's package ${program})`);
};

/** Waits until a program that was started answers. @throws Error if it ends instead */
export const waitFor = async (
  address: string,
  child: ChildProcess,
  isUp = (response: Response) => response.ok,
): Promise<void> => {
  while (!(await fetch(address).then(isUp, () => false))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} did not start`);
    await sleep(50);
  }
};

/** Caddy with deploy/Caddyfile.two-servers, without certificates. Its health checks detect restarts. */
export const startCaddy = async (port: number, servers: number[], folder: string): Promise<Proxy> => {
  requireProgram('caddy', 'version');
  const url = `http://127.0.0.1:${port}`;
  const example = withServers(await readExample('Caddyfile.two-servers'), servers);
  const config = `{\n\tadmin off\n\tauto_https off\n}\n${example.replace('classes.example.com', url)}`;
  const child = spawn('caddy', ['run', '--config', '-', '--adapter', 'caddyfile'], {
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(config);
  await waitFor(`${url}/api/healthz`, child);
  return {
    takeOut: () => Promise.resolve(),
    putBack: () => Promise.resolve(),
    stop: () => end(child),
  };
};

/** nginx with deploy/nginx.conf, without certificates. A server is marked as down while it restarts. */
export const startNginx = async (port: number, servers: number[], folder: string): Promise<Proxy> => {
  requireProgram('nginx', '-v');
  const example = withServers(await readExample('nginx.conf'), servers)
    .replace(/^server \{\n\tlisten 80;[^}]*\}\n/m, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\tssl_.*\n/gm, '');
  const path = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const write = (down: number[]): Promise<void> => {
    const marked = down.reduce(
      (text, server) => text.replace(`server 127.0.0.1:${server} `, `server 127.0.0.1:${server} down `),
      example,
    );
    const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    return writeFile(
      path,
      `daemon off;\nuser root;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${marked}}\n`,
    );
  };
  await write([]);
  const child = spawn('nginx', ['-p', folder, '-c', path], { stdio: 'inherit' });
  await waitFor(`http://127.0.0.1:${port}/api/healthz`, child);
  const reload = async (down: number[]) => {
    await write(down);
    child.kill('SIGHUP');
    await sleep(RELOAD);
  };
  return { takeOut: (server) => reload([server]), putBack: () => reload([]), stop: () => end(child) };
};
