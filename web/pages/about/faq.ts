export const FAQ = [
  {
    question: 'Do I need to know anything before I start?',
    answer:
      'Each class names its level. “Beginner” classes start from an empty page; the descriptions of the others say what you should already know.',
  },
  {
    question: 'How long do I keep a class?',
    answer:
      'As long as you like. It stays in your list with its assignment, even if the teacher no longer offers it.',
  },
  {
    question: 'Which cards can I pay with?',
    answer:
      'All common credit and debit cards. The card provider handles the card; its number never reaches our servers.',
  },
  {
    question: 'What if a payment is interrupted?',
    answer:
      'Nothing is lost. We check with the card provider and enroll you as soon as the payment is confirmed. You are never charged twice for the same class.',
  },
  {
    question: 'How do I become a teacher?',
    answer:
      'Create an account and send us a request with your experience and field. Our team reviews it. Once you are a teacher you can add classes, which we review before they are published.',
  },
] as const;
