// The roles of accounts.

export const roles = ['attendee', 'speaker', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Roles that only a privileged caller can grant, and whose accounts only a privileged caller can change. */
export const isProtectedRole = (role: Role): boolean => role === 'admin' || role === 'owner'
