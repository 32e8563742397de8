// What pages call roles, memberships, and statuses.

export const people = {
  roles: { attendee: 'Attendee', speaker: 'Speaker', admin: 'Admin', owner: 'Owner' },
  memberships: { speaker: 'Speaker', moderator: 'Moderator' },
  statuses: {
    Employed: 'Employed',
    'Looking for a job': 'Looking for a job',
    Student: 'Student',
    Freelancer: 'Freelancer',
    'Working for a startup': 'Working for a startup',
  },
  website: 'Website',
  socials: { linkedin: 'LinkedIn', twitter: 'Twitter', facebook: 'Facebook', youtube: 'YouTube' },
}
