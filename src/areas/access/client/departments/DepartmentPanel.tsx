import { useTranslation } from 'react-i18next'
import { chooseByLanguage } from '@/contract/language'
import type { Endpoint } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon, PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { department } from '../../contract/role'
import { namesByDepartment } from '../../contract/user'
import { useQueryParams } from '@/client/use-query-params'
import type { DepartmentRow } from './DepartmentTree'

const detailFields = ['parentId', 'principalId', 'phone', 'kind'] as const
const detailCells = {
  phone: (row: ListRow) => (row['phone'] ? <a href={`tel:${String(row['phone'])}`}>{String(row['phone'])}</a> : '–'),
}

/** One department with its principal, contact details and people. */
export function DepartmentPanel({ openRow }: { openRow: OpenRow }) {
  const { t } = useTranslation(['access', 'client'])
  const language = useLanguage()
  const [, setParams] = useQueryParams()
  const row = openRow.row as DepartmentRow
  const mayAdd = useCanCall(department.endpoints.create)
  const mayEdit = useCanCall(department.endpoints.update)
  const title = chooseByLanguage(language, row.name, row.nameEn) ?? row.name
  return (
    <PageFrame
      title={title}
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      tools={
        <RemoveRowButton
          endpoint={department.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
          row={openRow.row}
          title={title}
          onRemoved={openRow.onRemoved}
        />
      }
      primary={
        mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={openRow.onEdit}>
            {t('client:resource.edit')}
          </Button>
        )
      }
    >
      <ResourceDetailView
        resource={department}
        row={openRow.row}
        refs={openRow.refs}
        fieldNames={detailFields}
        cells={detailCells}
      >
        {mayAdd && (
          <div className="ui-actions">
            <Button icon={<PlusIcon size={20} />} onClick={() => setParams({ new: '1', under: row.id })}>
              {t('pages.departments.addBelow')}
            </Button>
          </div>
        )}
        <PeopleList departmentId={row.id} />
      </ResourceDetailView>
    </PageFrame>
  )
}

function PeopleList({ departmentId }: { departmentId: string }) {
  const { t } = useTranslation('access')
  const peopleQuery = useEndpoint(namesByDepartment, { departmentId }, { resources: ['user'] })
  return (
    <QueryBoundary query={peopleQuery} skeleton={<SkeletonList rows={3} />}>
      {(people) => (
        <section>
          <h2 className="access-head">{t('pages.departments.people', { count: people.length })}</h2>
          {people.length === 0 ? (
            <p className="quiet">{t('pages.departments.nobody')}</p>
          ) : (
            <ul className="access-people stack">
              {people.map((person) => (
                <li key={person.id}>
                  <span>{person.label}</span>
                  <span className="quiet">{person.detail}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </QueryBoundary>
  )
}
