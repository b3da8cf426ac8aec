import { defineArea } from '@/contract/area'
import { pageRights } from '@/contract/page-rights'
import { deleteView, saveView, savedView, listSavedViews } from '@/contract/saved-view'
import { backupState, startBackup } from './backup'
import {
  confirmDirectoryLink,
  directoryBegin,
  directoryLogin,
  directoryOffer,
  readDirectoryLink,
  removeDirectoryLink,
} from './directory'
import { excelTemplate, excelTypes, loginLog, operationLog, uploadFile, uploadLog } from './log'
import { department, menu, fullMenu, role, roleMenu } from './role'
import { beginFactor, confirmFactor, ownFactor, removeFactor, resetFactor } from './second-factor'
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
} from './session'
import { createServiceToken, revokeServiceToken, serviceTokens } from './service-token'
import { createUser, namesByKeyword, namesByDepartment, namesByRole, resetPassword, user } from './user'

/** Contract of the access area: accounts, roles, sessions, logs, saved views and backups. */
export const accessContract = defineArea({
  name: 'access',
  pages: ['users', 'roles', 'departments', 'operationLog', 'loginLog', 'files', 'backups'],
  resources: [menu, role, department, user, operationLog, loginLog, uploadLog, savedView],
  endpoints: [
    login,
    directoryOffer,
    directoryBegin,
    directoryLogin,
    readDirectoryLink,
    confirmDirectoryLink,
    removeDirectoryLink,
    logout,
    changePassword,
    ownAccount,
    updateOwnAccount,
    verification,
    sessions,
    endSession,
    getPushKey,
    subscribePush,
    unsubscribePush,
    ownFactor,
    beginFactor,
    confirmFactor,
    removeFactor,
    createUser,
    resetPassword,
    resetFactor,
    serviceTokens,
    createServiceToken,
    revokeServiceToken,
    namesByDepartment,
    namesByRole,
    namesByKeyword,
    roleMenu,
    fullMenu,
    excelTypes,
    excelTemplate,
    uploadFile,
    pageRights,
    listSavedViews,
    saveView,
    deleteView,
    backupState,
    startBackup,
  ],
})
