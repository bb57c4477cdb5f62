/** Called between the steps of long work. It throws if the work should not continue. */
export type Checkpoint = () => void;
