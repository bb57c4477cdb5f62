interface Question {
  title: string;
  text: string;
  confirm: string;
  /** Of the button that confirms. */
  buttonClass: string;
}

/** Asks in a dialog that keeps the focus; the safe answer has it first. @returns whether it was confirmed */
export const confirm = async ({ title, text, confirm: label, buttonClass }: Question): Promise<boolean> => {
  const { default: Swal } = await import('sweetalert2');
  const { isConfirmed } = await Swal.fire({
    // As text: a title may carry somebody's name, which is no HTML.
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
