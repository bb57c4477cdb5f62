export const FAQ = [
  {
    question: 'Do I need to know anything before I start?',
    answer:
      'Each class names its level. “Beginner” classes start from an empty page; the others say in their description what you should have done before.',
  },
  {
    question: 'How long do I keep a class?',
    answer:
      'For good. It stays in your list with its assignment, even if the teacher no longer offers it to others.',
  },
  {
    question: 'Which cards can I pay with?',
    answer:
      'All common credit and debit cards. The card provider handles the card; its number never reaches our servers.',
  },
  {
    question: 'What if a payment is interrupted?',
    answer:
      'Nothing is lost. We ask the card provider what happened and enrol you as soon as it says that the payment went through. You are never charged twice for one class.',
  },
  {
    question: 'How do I become a teacher?',
    answer:
      'Create an account and send us a request with your experience and field. A person reads it. Once you are a teacher you can add classes, which are reviewed before they are sold.',
  },
] as const;
