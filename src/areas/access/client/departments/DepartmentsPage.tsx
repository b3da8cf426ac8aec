import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { department } from '../../contract/role'
import { useParams } from '@/client/use-params'
import { DepartmentPanel } from './DepartmentPanel'
import { DepartmentTree } from './DepartmentTree'

const fields = ['name', 'nameEn', 'parentId', 'principalId', 'phone', 'kind', 'position'] as const
const parts: PageParts = {
  detail: (open) => <DepartmentPanel key={open.row.id} open={open} />,
  renderRows: (list, onOpen, open) => <DepartmentTree list={list} onOpen={onOpen} openId={open} />,
}

/** Departments as a tree, each with its principal and phone. */
export default function DepartmentsPage() {
  const { t } = useTranslation('client')
  const [params, setParams] = useParams()
  const mayAdd = useCanCall(department.endpoints.create)
  const under = params.get('under')
  const form = useMemo(
    (): ResourceFormParts => ({ only: fields, start: () => (under ? { parentId: under } : {}) }),
    [under],
  )
  const addButton = mayAdd && (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setParams({ new: '1', under: null })}>
      {t('resource.add')}
    </Button>
  )
  return <ResourcePage of={department} parts={parts} form={form} primary={addButton} />
}
