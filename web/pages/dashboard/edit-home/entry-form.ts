/** What the form of an entry of a list needs. */
export interface EntryFormProps<Entry> {
  /** The title of the dialog. */
  title: string;
  /** Absent for a new entry. */
  entry?: Entry;
  /** Stores the entry. Its error is shown in the form. */
  onSend: (entry: Entry) => Promise<void>;
  onClose: () => void;
}
