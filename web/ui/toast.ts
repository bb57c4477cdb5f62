import { TOAST_DURATION } from '#contract/constants.ts';

/** A success toast: top end, 1500 ms, no button. */
export const showToast = async (title: string): Promise<void> => {
  const { default: Swal } = await import('sweetalert2');
  await Swal.fire({
    toast: true,
    position: 'top-end',
    icon: 'success',
    // As text: it may carry somebody's name, which is no HTML.
    titleText: title,
    showConfirmButton: false,
    timer: TOAST_DURATION,
    customClass: { popup: 'site-toast' },
  });
};
