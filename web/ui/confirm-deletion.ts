/** Asks before something is deleted (spec section 2, All Users). @returns whether it is meant */
export const confirmDeletion = async (): Promise<boolean> => {
  const { default: Swal } = await import('sweetalert2');
  const { isConfirmed } = await Swal.fire({
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    icon: 'warning',
    showCancelButton: true,
    confirmButtonText: 'Yes, delete it!',
    focusCancel: true,
    buttonsStyling: false,
    customClass: {
      popup: 'site-dialog',
      confirmButton: 'btn btn-error',
      cancelButton: 'btn',
      actions: 'gap-3',
    },
  });
  return isConfirmed;
};
