/** Props of the form for a list entry. */
export interface EntryFormProps<Entry> {
  /** The title of the dialog. */
  title: string;
  /** Absent for a new entry. */
  entry?: Entry;
  /** Saves the entry. Errors are shown in the form. */
  onSend: (entry: Entry) => Promise<void>;
  onClose: () => void;
}
