import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { loadPublicKey, savePushAddress } from '@/server/outbound/push'
import { options } from '@/server/sql'
import { accessContract } from '../contract'
import { getPushKey, unsubscribePush, subscribePush } from '../contract/session'
import { personTypes, user } from '../contract/user'
import {
  addUser,
  changeUser,
  importUsers,
  resetUserPassword,
  listPeopleByDepartment,
  listPeopleByName,
  listPeopleByRole,
  removeUser,
} from './accounts'
import { readBackupState, requestBackup } from './backups'
import { beginDirectorySignIn, finishDirectorySignIn, getDirectoryOffer } from './directory'
import { confirmLinkRequest, findDirectoryLink, unlinkDirectory } from './directory-link'
import { downloadTemplate, importByType, listExcelTypes } from './excel-types'
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
import { deleteExpiredRows } from './seed'

/** Handlers, authenticator, job and shift pack of the access area. */
export const accessServer = defineServer(accessContract, {
  handlers: [
    listOperationLog,
    exportOperationLog,
    signInWithPassword,
    getDirectoryOffer,
    beginDirectorySignIn,
    finishDirectorySignIn,
    findDirectoryLink,
    confirmLinkRequest,
    unlinkDirectory,
    endCurrentSession,
    changeOwnPassword,
    readOwnAccount,
    changeOwnInfo,
    verifyPassword,
    listOwnSessions,
    endOwnSession,
    handle(getPushKey, async (ctx) => ({ key: await loadPublicKey(ctx) })),
    handle(subscribePush, savePushAddress),
    handle(unsubscribePush, (ctx) => savePushAddress(ctx, null)),
    readOwnFactor,
    proposeOwnFactor,
    confirmOwnFactor,
    removeOwnFactor,
    resetUserFactor,
    addUser,
    changeUser,
    removeUser,
    importUsers,
    resetUserPassword,
    listTokens,
    createToken,
    revokeToken,
    listPeopleByDepartment,
    listPeopleByRole,
    listPeopleByName,
    loadMenuOfRole,
    loadFullMenu,
    addRole,
    changeRole,
    removeRole,
    addDepartment,
    changeDepartment,
    removeDepartment,
    listExcelTypes,
    downloadTemplate,
    importByType,
    listPageRights,
    loadSavedViews,
    storeSavedView,
    removeSavedView,
    readBackupState,
    requestBackup,
  ],
  authenticator: createAuthenticator,
  jobs: [{ name: 'old-sessions', everySeconds: 3600, run: deleteExpiredRows }],
  shiftPack: [
    {
      resource: 'user',
      // Phones need names to choose people. Only people who may see accounts get contact details.
      fields: [...user.title, 'state'],
      where: `user_type in (${options(user.fields.userType, ...personTypes)}) and (state = ${options(user.fields.state, 'active')} or ${CHANGED_RECENTLY_SQL})`,
      access: ['repairView', 'pollingView', 'usersView'],
    },
  ],
})
