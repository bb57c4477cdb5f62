import { TOAST_DURATION } from '#contract/constants.ts';

/** A success toast: top end, 1500 ms, no button (spec section 9). */
export const showToast = async (title: string): Promise<void> => {
  const { default: Swal } = await import('sweetalert2');
  await Swal.fire({
    toast: true,
    position: 'top-end',
    icon: 'success',
    title,
    showConfirmButton: false,
    timer: TOAST_DURATION,
    customClass: { popup: 'site-toast' },
  });
};
