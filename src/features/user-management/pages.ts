// What pages need of user management.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { REGISTRATIONS } from '../../kit/office/paths.ts'
import { editPeopleRoutes } from './office-edit-people.tsx'
import { invitationRoutes, sendInvitationPage } from './office-invitations.tsx'
import { invitePeopleRoutes } from './office-invite-people.tsx'
import { registrationSettingsRoutes } from './office-registration-settings.tsx'
import { registrationRoutes } from './office-registrations.tsx'
import { sendResetLink } from './office-reset-link-page.tsx'
import { findUsers } from './office-search.ts'
import { sendSignUpLink, signUpRoutes } from './office-sign-ups.tsx'
import { turnOffTwoFactorRoutes } from './office-turn-off-two-factor.tsx'
import { userAccessRoutes } from './office-user-access.tsx'
import { userListRoutes } from './office-user-list-routes.ts'
import { userRoutes } from './office-users.tsx'

export const userManagementPages: FeaturePages = {
  findInOffice: findUsers,
  officeAreas: [
    { group: 'people', name: 'speakers', icon: 'mic', path: '/backoffice/speakers' },
    { group: 'people', name: 'users', icon: 'users', path: '/backoffice/users' },
    { group: 'people', name: 'registrations', icon: 'user-check', path: REGISTRATIONS },
  ],
  routes: {
    office: [
      userListRoutes,
      invitePeopleRoutes,
      editPeopleRoutes,
      userRoutes,
      userAccessRoutes,
      invitationRoutes,
      turnOffTwoFactorRoutes,
      registrationRoutes,
      registrationSettingsRoutes,
      signUpRoutes,
    ],
  },
  objectTab: { area: 'users', name: 'access' },
  oneTimePages: {
    invitation: sendInvitationPage,
    reset_link: sendResetLink,
    sign_up: sendSignUpLink,
  },
}
