// The port that the server will listen on, for a look at it before anything is installed or built.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parseEnv } from 'node:util';
import { projectPath } from './project.mjs';

const DEFAULT_PORT = 3000;

/** The server itself says what is wrong with the file of settings, or with the port. */
const readSettingsFile = (path) => {
  try {
    return parseEnv(readFileSync(projectPath(path), 'utf8'));
  } catch {
    return {};
  }
};

/** The setting PORT, from the environment or the file .env; undefined where it is no port. */
export const configuredPort = () => {
  const given = process.env.PORT ?? readSettingsFile(process.env.ENV_FILE || '.env').PORT;
  const port = Number(given || DEFAULT_PORT);
  return port > 0 && port < 65_536 ? port : undefined;
};

/** Whether something listens on a port of this machine. */
export const isInUse = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port });
    socket.on('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });
