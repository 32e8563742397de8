// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { invitationRoutes } from './office-invitations.tsx'
import { registrationRoutes } from './office-registrations.tsx'
import { signUpRoutes } from './office-sign-ups.tsx'
import { turnOffTwoFactorRoutes } from './office-turn-off-two-factor.tsx'
import { userAccessRoutes } from './office-user-access.tsx'
import { userListRoutes } from './office-user-list-routes.ts'
import { userRoutes } from './office-users.tsx'

export const userManagementPages: PageParts = {
  office: [
    userListRoutes,
    userRoutes,
    userAccessRoutes,
    invitationRoutes,
    turnOffTwoFactorRoutes,
    registrationRoutes,
    signUpRoutes,
  ],
}
