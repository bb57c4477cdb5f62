/** The pause between two looks, in milliseconds. */
const INTERVAL = 50;

/**
 * Waits for a condition.
 * @param what names it
 * @param timeout in milliseconds
 * @throws Error that names the condition if it was not met in time
 */
export const waitUntil = async (
  what: string,
  holds: () => Promise<boolean>,
  timeout = 20_000,
): Promise<void> => {
  const deadline = Date.now() + timeout;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
};
