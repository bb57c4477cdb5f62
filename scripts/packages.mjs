// Finds the packages of the lock file that are not installed.

/**
 * @param lock package-lock.json
 * @param installed node_modules/.package-lock.json, which npm writes when it is done; undefined if it does not exist
 * @param isThere whether the folder of a package, such as `node_modules/zod`, exists
 * @returns their folders, without optional packages, most of which are for other platforms
 */
export const missingPackages = (lock, installed, isThere, { withDev }) =>
  Object.entries(lock.packages)
    .filter(([folder, entry]) => folder && !entry.optional && (withDev || !(entry.dev || entry.devOptional)))
    .filter(([folder, { version }]) => installed?.packages[folder]?.version !== version || !isThere(folder))
    .map(([folder]) => folder);
