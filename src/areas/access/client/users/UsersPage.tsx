import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { createUser, user } from '../../contract/user'
import { userTones } from '../tones'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useParams } from '@/client/use-params'
import { ResetPasswordForm } from './ResetPasswordForm'
import { UserPanel } from './UserPanel'
import { usePasswordCheck } from './use-password-check'

const columns = [
  'accountName',
  'userName',
  'state',
  'roleId',
  'departmentId',
  'team',
  'phone',
  'lastLoginAt',
  'accountNameEn',
  'nickname',
  'userType',
  'gender',
] as const
const fields = [
  'userName',
  'accountName',
  'accountNameEn',
  'password',
  'roleId',
  'departmentId',
  'team',
  'lineIds',
  'nickname',
  'phone',
  'gender',
  'userType',
  'photo',
] as const
const cells = { state: createStateCell(user, 'state', userTones) }
const parts: PageParts = { detail: (open) => <UserPanel key={open.row.id} open={open} /> }

/** Accounts with their roles and passwords. Removed accounts are hidden by default. */
export default function UsersPage() {
  const { t } = useTranslation('access')
  const [params, setParams] = useParams()
  const check = usePasswordCheck()
  const form = useMemo(
    (): ResourceFormParts => ({
      only: fields,
      commands: { create: createUser },
      check: (values) => check(values['password'], values),
    }),
    [check],
  )
  const id = params.get('id')
  if (params.size === 0) return <Navigate to="?state=active,suspended" replace />
  if (id && params.has('reset'))
    return <ResetPasswordForm id={id} title={t('pages.users.reset')} onClose={() => setParams({ reset: null })} />
  return <ResourcePage of={user} columns={columns} cells={cells} parts={parts} form={form} />
}
