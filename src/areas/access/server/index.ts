import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { pageRights } from '@/contract/page-rights'
import { deleteView, saveView, listSavedViews } from '@/contract/saved-view'
import { loadPublicKey, savePushAddress } from '@/server/outbound/push'
import { options } from '@/server/sql'
import { accessContract } from '../contract'
import {
  confirmDirectoryLink,
  directoryBegin,
  directoryLogin,
  directoryOffer,
  readDirectoryLink,
  removeDirectoryLink,
} from '../contract/directory'
import { excelTemplate, excelTypes, operationLog, uploadFile } from '../contract/log'
import { department, menus, role, roleMenu } from '../contract/role'
import {
  getPushKey,
  changePassword,
  unsubscribePush,
  endSession,
  login,
  logout,
  ownAccount,
  updateOwnAccount,
  sessions,
  subscribePush,
  verification,
} from '../contract/session'
import { beginFactor, confirmFactor, ownFactor, removeFactor, resetFactor } from '../contract/second-factor'
import { createServiceToken, revokeServiceToken, serviceTokens } from '../contract/service-token'
import {
  createUser,
  namesByKeyword,
  namesByDepartment,
  namesByRole,
  personTypes,
  resetPassword,
  user,
} from '../contract/user'
import {
  addUser,
  changeUser,
  importUsers,
  assertFirstPasswordAcceptable,
  assertResetPasswordAcceptable,
  resetUserPassword,
  listPeopleByDepartment,
  listPeopleByName,
  listPeopleByRole,
  removeUser,
} from './accounts'
import { beginDirectorySignIn, finishDirectorySignIn, getDirectoryOffer } from './directory'
import { confirmLinkRequest, findDirectoryLink, unlinkDirectory } from './directory-link'
import { assertMayUpload, downloadTemplate, importByType, listExcelTypes } from './excel-types'
import { signInWithPassword } from './login'
import { loadMenuOfRole, loadFullMenu, listPageRights } from './menu'
import { listOperationLog, exportOperationLog } from './operation-log'
import {
  changeOwnInfo,
  changeOwnPassword,
  endOwnSession,
  listOwnSessions,
  readOwnAccount,
  endCurrentSession,
  verifyPassword,
} from './own-account'
import { addDepartment, addRole, changeDepartment, changeRole, removeDepartment, removeRole } from './roles'
import { confirmOwnFactor, proposeOwnFactor, readOwnFactor, removeOwnFactor, resetUserFactor } from './own-factor'
import { listTokens, createToken, revokeToken } from './service-tokens'
import { removeSavedView, storeSavedView, loadSavedViews } from './saved-views'
import { createAuthenticator } from './authenticate'
import { deleteOldSessions } from './seed'

export const accessServer = defineServer(accessContract, {
  handlers: [
    handle(operationLog.endpoints.list, listOperationLog),
    handle(operationLog.endpoints.export, exportOperationLog),
    handle(login, signInWithPassword),
    handle(directoryOffer, getDirectoryOffer),
    handle(directoryBegin, beginDirectorySignIn),
    handle(directoryLogin, finishDirectorySignIn),
    handle(readDirectoryLink, findDirectoryLink),
    handle(confirmDirectoryLink, confirmLinkRequest),
    handle(removeDirectoryLink, unlinkDirectory),
    handle(logout, endCurrentSession),
    handle(changePassword, changeOwnPassword),
    handle(ownAccount, readOwnAccount),
    handle(updateOwnAccount, changeOwnInfo),
    handle(verification, verifyPassword),
    handle(sessions, listOwnSessions),
    handle(endSession, endOwnSession),
    handle(getPushKey, async (ctx) => ({ key: await loadPublicKey(ctx) })),
    handle(subscribePush, async (ctx, address) => savePushAddress(ctx, address)),
    handle(unsubscribePush, async (ctx) => savePushAddress(ctx, null)),
    handle(ownFactor, readOwnFactor),
    handle(beginFactor, proposeOwnFactor),
    handle(confirmFactor, confirmOwnFactor),
    handle(removeFactor, removeOwnFactor),
    handle(resetFactor, resetUserFactor),
    handle(createUser, addUser, { runBeforeTransaction: assertFirstPasswordAcceptable }),
    handle(user.endpoints.update, changeUser),
    handle(user.endpoints.remove, removeUser),
    handle(user.endpoints.import, importUsers),
    handle(resetPassword, resetUserPassword, { runBeforeTransaction: assertResetPasswordAcceptable }),
    handle(serviceTokens, listTokens),
    handle(createServiceToken, createToken),
    handle(revokeServiceToken, revokeToken),
    handle(namesByDepartment, listPeopleByDepartment),
    handle(namesByRole, listPeopleByRole),
    handle(namesByKeyword, listPeopleByName),
    handle(roleMenu, loadMenuOfRole),
    handle(menus, loadFullMenu),
    handle(role.endpoints.create, addRole),
    handle(role.endpoints.update, changeRole),
    handle(role.endpoints.remove, removeRole),
    handle(department.endpoints.create, addDepartment),
    handle(department.endpoints.update, changeDepartment),
    handle(department.endpoints.remove, removeDepartment),
    handle(excelTypes, listExcelTypes),
    handle(excelTemplate, downloadTemplate),
    handle(uploadFile, importByType, { admit: assertMayUpload }),
    handle(pageRights, listPageRights),
    handle(listSavedViews, loadSavedViews),
    handle(saveView, storeSavedView),
    handle(deleteView, removeSavedView),
  ],
  authenticator: createAuthenticator,
  jobs: [{ name: 'old-sessions', everySeconds: 3600, run: deleteOldSessions }],
  shiftPack: [
    {
      resource: 'user',
      // Phones need names to choose people. Only people who may see accounts get contact details.
      fields: [...user.title, 'state'],
      where: `user_type in (${options(user.fields.userType, ...personTypes)}) and (state = ${options(user.fields.state, 'active')} or ${CHANGED_RECENTLY_SQL})`,
      keys: ['repairView', 'pollingView', 'usersView'],
    },
  ],
})
