/** Shows the bank's page in a dialog until the page reports completion or the user closes the dialog. */
export const showChallenge = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'card-sandbox-dialog';
    dialog.setAttribute('aria-label', 'Confirm your payment');
    const frame = document.createElement('iframe');
    frame.title = 'Your bank';
    dialog.append(frame);
    const finish = () => {
      window.removeEventListener('message', onMessage);
      // Only a dialog that is still in the document returns the focus when it closes.
      dialog.close();
      dialog.remove();
      resolve();
    };
    const onMessage = (event: MessageEvent<{ type?: string } | undefined>) => {
      if (event.source === frame.contentWindow && event.data?.type === 'card-sandbox:challenge-done')
        finish();
    };
    window.addEventListener('message', onMessage);
    dialog.addEventListener('close', finish);
    document.body.append(dialog);
    dialog.showModal();
    frame.contentWindow!.location.replace(new URL(url).pathname);
  });
