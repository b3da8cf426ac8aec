import '../access.css'
import { useMemo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { createUser, user, resetPassword } from '../../contract/user'
import { userTones } from '../tones'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useQueryParams } from '@/client/use-query-params'
import { UserPanel } from './UserPanel'
import type { FormError } from '@/client/resource/CommandForm'
import { MIN_PASSWORD_LENGTH, findPasswordProblem, type PasswordOwner } from '../../rules/password'
import { useRow } from '@/client/api/use-list'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { LazyCommandForm } from '@/client/resource/ResourceForm'

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
const formFields = [
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
const parts: PageParts = { detail: (openRow) => <UserPanel key={openRow.row.id} openRow={openRow} /> }

/** Accounts with their roles and passwords. Removed accounts are hidden by default. */
export default function UsersPage() {
  const { t } = useTranslation('access')
  const [params, setParams] = useQueryParams()
  const checkPassword = usePasswordCheck()
  const form = useMemo(
    (): ResourceFormParts => ({
      fieldNames: formFields,
      commands: { create: createUser },
      check: (values) => checkPassword(values['password'], values),
    }),
    [checkPassword],
  )
  const id = params.get('id')
  if (params.size === 0) return <Navigate to="?state=active,suspended" replace />
  if (id && params.has('reset'))
    return <ResetPasswordForm id={id} title={t('pages.users.reset')} onClose={() => setParams({ reset: null })} />
  return <ResourcePage resource={user} columns={columns} cells={cells} parts={parts} form={form} />
}

/** Returns a check of new passwords in forms, before they are sent. */
export function usePasswordCheck(): (password: unknown, person: PasswordOwner) => FormError[] {
  const { t } = useTranslation('access')
  return useCallback(
    (password, person) => {
      const problem = typeof password === 'string' && password !== '' ? findPasswordProblem(password, person) : null
      return problem ? [{ name: 'password', message: t(`refusals.${problem}`, { minimum: MIN_PASSWORD_LENGTH }) }] : []
    },
    [t],
  )
}

const passwordFields = ['password'] as const

/**
 * Gives a person a new password. All devices of the person are signed out, and at the next login the person must choose
 * a new password of their own.
 */
function ResetPasswordForm({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const rowQuery = useRow(user, id)
  const checkPassword = usePasswordCheck()
  return (
    <RowBoundary query={rowQuery} onBack={onClose}>
      {(row) => (
        <LazyCommandForm
          endpoint={resetPassword}
          title={`${title} · ${row.accountName}`}
          startValues={{ id }}
          fieldNames={passwordFields}
          check={(values) => checkPassword(values['password'], row)}
          onDone={onClose}
          onBack={onClose}
        />
      )}
    </RowBoundary>
  )
}
