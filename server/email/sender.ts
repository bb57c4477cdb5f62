/** The sender of emails for which the settings name none. */
export const defaultSender = (baseUrl: string): string => `no-reply@${new URL(baseUrl).hostname}`;

/** Whether a sender, such as `School <school@localhost>`, is at a host that other mail servers cannot know. */
export const isLocalSender = (sender: string): boolean => /[@.]localhost>?$/i.test(sender.trim());
