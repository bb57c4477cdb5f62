/** How long a success toast is shown, in milliseconds. */
const TOAST_DURATION = 1_500;

/** Shows a success toast. */
export const showToast = async (title: string): Promise<void> => {
  const { default: Swal } = await import('sweetalert2');
  await Swal.fire({
    toast: true,
    position: 'top-end',
    icon: 'success',
    // Plain text, because the title may contain a user's name, which must not be parsed as HTML.
    titleText: title,
    showConfirmButton: false,
    timer: TOAST_DURATION,
    customClass: { popup: 'site-toast' },
  });
};
