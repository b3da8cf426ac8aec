import '../access.css'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useRow } from '@/client/api/use-list'
import { FieldInputsContext } from '@/client/fields/registry'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { role } from '../../contract/role'
import { useQueryParams } from '@/client/use-query-params'
import { AuthorityInput } from './AuthorityInput'
import { RolePanel } from './RolePanel'

const columns = ['name', 'code', 'authority', 'note', 'builtIn', 'nameEn'] as const
const formFields = ['code', 'name', 'nameEn', 'secondFactor', 'note'] as const
const newRoleFields = [...formFields, 'authority'] as const
const fieldInputs = { authority: AuthorityInput }
const renderAround = (fields: ReactNode) => (
  <FieldInputsContext.Provider value={fieldInputs}>{fields}</FieldInputsContext.Provider>
)
const parts: PageParts = { detail: (openRow) => <RolePanel key={openRow.row.id} openRow={openRow} /> }

/** Roles and their permissions. A new role gets its permissions in its form, and can start as a copy of another. */
export default function RolesPage() {
  const [params] = useQueryParams()
  const { row } = useRow(role, params.get('copy'))
  const cells = useRoleCells()
  const copiedAuthority = row?.authority
  const isNew = params.has('new')
  const form = useMemo(
    (): ResourceFormParts => ({
      fieldNames: isNew ? newRoleFields : formFields,
      getStartValues: () => ({ authority: copiedAuthority ?? [] }),
      renderAround,
    }),
    [copiedAuthority, isNew],
  )
  const isCopyPending = isNew && params.has('copy') && !row
  if (isCopyPending) return null
  return <ResourcePage resource={role} columns={columns} cells={cells} parts={parts} form={form} />
}
function useRoleCells() {
  const { t } = useTranslation('access')
  const language = useLanguage()
  return useMemo(
    () => ({
      name: (row: ListRow) => <span>{getFieldInLanguage(role, row, 'name', language) as string}</span>,
      authority: (row: ListRow) => (
        <span>{t('pages.roles.held', { count: (row['authority'] as string[]).length })}</span>
      ),
    }),
    [t, language],
  )
}
