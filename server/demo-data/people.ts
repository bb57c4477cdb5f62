import type { EXPERIENCE_LEVELS, SKILL_CATEGORIES } from '#contract/skills.ts';

interface DemoPerson {
  name: string;
  email: string;
  photo: string;
}

export interface DemoTeacher extends DemoPerson {
  title: string;
  category: (typeof SKILL_CATEGORIES)[number];
  experience: (typeof EXPERIENCE_LEVELS)[number];
}

const avatar = (number: number): string => `/pictures/avatars/${String(number).padStart(2, '0')}.svg`;
/** The avatars that are not assigned to a particular person. */
const STUDENT_AVATARS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 15, 18, 20];

const addressOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')}@classharbor.test`;

export const DEMO_ADMIN: DemoPerson = {
  name: 'Ingrid Solheim',
  email: 'admin@classharbor.test',
  photo: avatar(1),
};

export const DEMO_STUDENT: DemoPerson = {
  name: 'Samir Patel',
  email: 'student@classharbor.test',
  photo: avatar(14),
};

const teacher = (
  number: number,
  name: string,
  title: string,
  category: DemoTeacher['category'],
  experience: DemoTeacher['experience'],
  email = addressOf(name),
): DemoTeacher => ({ name, email, photo: avatar(number), title, category, experience });

export const DEMO_TEACHERS: DemoTeacher[] = [
  teacher(
    16,
    'Clara Whitfield',
    'Senior front-end engineer',
    'Web Development',
    'Experienced',
    'teacher@classharbor.test',
  ),
  teacher(24, 'Tomás Herrera', 'Back-end engineer and speaker', 'Web Development', 'Experienced'),
  teacher(22, 'Amara Okafor', 'Head of growth marketing', 'Digital Marketing', 'Experienced'),
  teacher(19, 'Jonas Lindqvist', 'Brand and type designer', 'Graphics Design', 'Experienced'),
  teacher(7, 'Mei Tanaka', 'Mobile product engineer', 'App Development', 'Mid Level'),
  teacher(23, 'Rafael Duarte', 'Indie game developer', 'Game Development', 'Experienced'),
  teacher(21, 'Hannah Weiss', 'Technical SEO consultant', 'SEO Development', 'Experienced'),
  teacher(17, 'Priya Raman', 'Illustrator and art director', 'Graphics Design', 'Mid Level'),
];

const STUDENT_NAMES = [
  'Olivia Bennett', 'Kwame Mensah', 'Lucía Romero', 'Henrik Dahl', 'Aisha Rahman', 'Daniel Novak', 'Sofia Marino',
  'Ethan Brooks', 'Yuki Sato', 'Leila Farouk', 'Marcus Reid', 'Chloé Dubois', 'Arjun Mehta', 'Nadia Petrova',
  'Oscar Nilsson', 'Grace Adeyemi', 'Felix Braun', 'Isla Campbell', 'Mateo Vargas', 'Hana Kim', 'Victor Lang',
  'Zainab Yusuf', 'Peter Kovács', 'Emma Sørensen', 'Rui Almeida', 'Julia Fischer', 'Omar Haddad', 'Nina Rossi',
  'Caleb Turner', 'Anya Ivanova', 'David Cohen', 'Fatima Noor', 'Lukas Meyer', 'Maya Singh', 'Paul Moreau',
  'Sara Lindholm', 'Theo Martin', 'Vera Costa', 'Will Foster', 'Xin Li',
]; // prettier-ignore

export const DEMO_STUDENTS: DemoPerson[] = STUDENT_NAMES.map((name, index) => ({
  name,
  email: `student.${String(index + 1).padStart(2, '0')}@classharbor.test`,
  photo: avatar(STUDENT_AVATARS[index % STUDENT_AVATARS.length]!),
}));
