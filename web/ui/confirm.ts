interface Question {
  title: string;
  text: string;
  confirm: string;
  /** CSS class of the confirm button. */
  buttonClass: string;
}

/** Shows a modal confirmation dialog with the focus on Cancel, the safe choice. @returns whether the user confirmed */
export const confirm = async ({ title, text, confirm: label, buttonClass }: Question): Promise<boolean> => {
  const { default: Swal } = await import('sweetalert2');
  const { isConfirmed } = await Swal.fire({
    // Plain text, because the title may contain a user's name, which must not be parsed as HTML.
    titleText: title,
    text,
    icon: 'warning',
    showCancelButton: true,
    confirmButtonText: label,
    focusCancel: true,
    buttonsStyling: false,
    customClass: {
      popup: 'site-dialog',
      confirmButton: `btn ${buttonClass}`,
      cancelButton: 'btn',
      actions: 'gap-3',
    },
  });
  return isConfirmed;
};
