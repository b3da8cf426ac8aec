import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { pageRights } from '@/contract/page-rights'
import { dropView, keepView, viewsOfList } from '@/contract/saved-view'
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
  beginPush,
  changePassword,
  endPush,
  endSession,
  login,
  logout,
  ownAccount,
  ownInfo,
  sessions,
  startPush,
  verification,
} from '../contract/session'
import { beginFactor, confirmFactor, ownFactor, removeFactor, resetFactor } from '../contract/second-factor'
import { makeServiceToken, revokeServiceToken, serviceTokens } from '../contract/service-token'
import { createUser, names, namesByDepartment, namesByRole, personTypes, resetPassword, user } from '../contract/user'
import {
  addUser,
  changeUser,
  importUsers,
  judgeFirstPassword,
  judgeNewPassword,
  setNewPassword,
  peopleByDepartment,
  peopleByName,
  peopleByRole,
  removeUser,
} from './accounts'
import { begin, finish, offer } from './directory'
import { confirmLinkRequest, showDirectoryLink, unlinkDirectory } from './directory-link'
import { admitUpload, downloadTemplate, importByType, listExcelTypes } from './excel-types'
import { signIn } from './login'
import { menuOfRole, wholeMenu } from './menu'
import { entries, exported } from './operation-log'
import {
  changeOwnInfo,
  changeOwnPassword,
  endOwnSession,
  ownSessions,
  readOwnAccount,
  signOut,
  verifyPassword,
} from './own-account'
import { addDepartment, addRole, changeDepartment, changeRole, removeDepartment, removeRole } from './roles'
import { confirm, propose, readFactor, remove, takeFactor } from './own-factor'
import { listTokens, makeToken, revokeToken } from './service-tokens'
import { rightsOfPage } from './page-rights'
import { drop, keep, listViews } from './saved-views'
import { authenticator } from './authenticate'
import { forgetOldSessions } from './seed'

export const accessServer = defineServer(accessContract, {
  handlers: [
    handle(operationLog.endpoints.list, entries),
    handle(operationLog.endpoints.export, exported),
    handle(login, signIn),
    handle(directoryOffer, offer),
    handle(directoryBegin, begin),
    handle(directoryLogin, finish),
    handle(readDirectoryLink, showDirectoryLink),
    handle(confirmDirectoryLink, confirmLinkRequest),
    handle(removeDirectoryLink, unlinkDirectory),
    handle(logout, signOut),
    handle(changePassword, changeOwnPassword),
    handle(ownAccount, readOwnAccount),
    handle(ownInfo, changeOwnInfo),
    handle(verification, verifyPassword),
    handle(sessions, ownSessions),
    handle(endSession, endOwnSession),
    handle(beginPush, async (ctx) => ({ key: await loadPublicKey(ctx) })),
    handle(startPush, async (ctx, address) => savePushAddress(ctx, address)),
    handle(endPush, async (ctx) => savePushAddress(ctx, null)),
    handle(ownFactor, readFactor),
    handle(beginFactor, propose),
    handle(confirmFactor, confirm),
    handle(removeFactor, remove),
    handle(resetFactor, takeFactor),
    handle(createUser, addUser, { before: judgeFirstPassword }),
    handle(user.endpoints.update, changeUser),
    handle(user.endpoints.remove, removeUser),
    handle(user.endpoints.import, importUsers),
    handle(resetPassword, setNewPassword, { before: judgeNewPassword }),
    handle(serviceTokens, listTokens),
    handle(makeServiceToken, makeToken),
    handle(revokeServiceToken, revokeToken),
    handle(namesByDepartment, peopleByDepartment),
    handle(namesByRole, peopleByRole),
    handle(names, peopleByName),
    handle(roleMenu, menuOfRole),
    handle(menus, wholeMenu),
    handle(role.endpoints.create, addRole),
    handle(role.endpoints.update, changeRole),
    handle(role.endpoints.remove, removeRole),
    handle(department.endpoints.create, addDepartment),
    handle(department.endpoints.update, changeDepartment),
    handle(department.endpoints.remove, removeDepartment),
    handle(excelTypes, listExcelTypes),
    handle(excelTemplate, downloadTemplate),
    handle(uploadFile, importByType, { admit: admitUpload }),
    handle(pageRights, rightsOfPage),
    handle(viewsOfList, listViews),
    handle(keepView, keep),
    handle(dropView, drop),
  ],
  authenticator,
  jobs: [{ name: 'old-sessions', everySeconds: 3600, run: forgetOldSessions }],
  shiftPack: [
    {
      resource: 'user',
      // Phones need names to choose people; contact details are for those who may see accounts.
      fields: [...user.title, 'state'],
      where: `user_type in (${options(user.fields.userType, ...personTypes)}) and (state = ${options(user.fields.state, 'active')} or ${CHANGED_RECENTLY_SQL})`,
      keys: ['repairView', 'pollingView', 'usersView'],
    },
  ],
})
