// Determines the port that the server will use, before anything is installed or built.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parseEnv } from 'node:util';
import { projectPath } from './project.mjs';

const DEFAULT_PORT = 3000;

/** Reads the settings file. Errors are ignored, because the server itself reports invalid settings. */
const readSettingsFile = (path) => {
  try {
    return parseEnv(readFileSync(projectPath(path), 'utf8'));
  } catch {
    return {};
  }
};

/** The setting PORT, from the environment or the settings file. Undefined if it is invalid. */
export const configuredPort = () => {
  const given = process.env.PORT ?? readSettingsFile(process.env.ENV_FILE || '.env').PORT;
  const port = Number(given || DEFAULT_PORT);
  return port > 0 && port < 65_536 ? port : undefined;
};

/** Whether a process listens on a port of this machine. */
export const isInUse = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port });
    socket.on('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });
