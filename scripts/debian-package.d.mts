/** See debian-package.mjs. */
export function canInstallPackages(): boolean;
export function installDebianPackage(name: string): boolean;
