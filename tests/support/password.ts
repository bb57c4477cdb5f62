/** The password of every user that a test creates. */
export const PASSWORD = 'a good password';
