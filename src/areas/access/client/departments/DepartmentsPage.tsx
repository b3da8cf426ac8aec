import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { department } from '../../contract/role'
import { useQueryParams } from '@/client/use-query-params'
import { DepartmentPanel } from './DepartmentPanel'
import { DepartmentTree } from './DepartmentTree'

const formFields = ['name', 'nameEn', 'parentId', 'principalId', 'phone', 'kind', 'position'] as const
const parts: PageParts = {
  detail: (openRow) => <DepartmentPanel key={openRow.row.id} openRow={openRow} />,
  renderRows: (list, onOpen, openId) => <DepartmentTree list={list} onSelect={onOpen} selectedId={openId} />,
}

/** Departments as a tree, each with its principal and phone. */
export default function DepartmentsPage() {
  const { t } = useTranslation('client')
  const [params, setParams] = useQueryParams()
  const mayAdd = useCanCall(department.endpoints.create)
  const parentId = params.get('under')
  const form = useMemo(
    (): ResourceFormParts => ({ fieldNames: formFields, getStartValues: () => (parentId ? { parentId } : {}) }),
    [parentId],
  )
  const addButton = mayAdd && (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setParams({ new: '1', under: null })}>
      {t('resource.add')}
    </Button>
  )
  return <ResourcePage resource={department} parts={parts} form={form} primary={addButton} />
}
