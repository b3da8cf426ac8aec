import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { formatMoment } from '@/client/format/time'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { operationLog } from '../../contract/log'
import { actionTones } from '../tones'
import { useQueryParams } from '@/client/use-query-params'
import { DeletedRowView } from './DeletedRowView'
import { DifferenceList } from './DifferenceList'
import type { AuditNames } from './audit-names'

type AuditEntry = Row<typeof operationLog>

const detailFields = ['userName', 'operation', 'via', 'address', 'occurredAt', 'requestId'] as const

/**
 * True if the server withheld all values, because the reader may not open the row. An entry without values can have no
 * other reason: every change records at least the version of the row.
 */
const isWithheld = ({ resource, before, after }: AuditEntry): boolean =>
  resource !== null && Object.keys({ ...before, ...after }).length === 0

/** One audit entry with author, time, origin and changes. */
export function EntryPanel({ openRow, auditNames }: { openRow: OpenRow; auditNames: AuditNames }) {
  const { t } = useTranslation(['access', 'client'])
  const zone = usePlantZone()
  const [, setParams] = useQueryParams()
  const row = openRow.row as AuditEntry
  const filledFields = detailFields.filter((name) => row[name])
  const cells = { operation: () => <span>{auditNames.getOperationLabel(row.operation)}</span> }
  const resourceLabel = row.resource ? auditNames.getResourceLabel(row.resource) : ''
  return (
    <PageFrame
      title={auditNames.getEntryTitle(row) || resourceLabel || auditNames.getOperationLabel(row.operation)}
      subtitle={
        <span className="access-chips">
          <ResourceStateBadge resource={operationLog} field="action" state={row.action} tones={actionTones} />
          {resourceLabel && <span>{resourceLabel}</span>}
          <span>{formatMoment(row.at, zone, { showsSeconds: true })}</span>
        </span>
      }
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      primary={
        row.rowId && (
          <Button
            look="primary"
            onClick={() =>
              setParams({
                id: null,
                rowId: row.rowId,
                userId: null,
                action: null,
                resource: null,
                q: null,
                atFrom: null,
                atTo: null,
              })
            }
          >
            {t('pages.operationLog.history')}
          </Button>
        )
      }
    >
      <ResourceDetailView
        resource={operationLog}
        row={{ ...openRow.row, updatedAt: null }}
        refs={openRow.refs}
        fieldNames={filledFields}
        cells={cells}
      >
        <EntryChanges entry={row} auditNames={auditNames} />
      </ResourceDetailView>
    </PageFrame>
  )
}

/** The deleted row or the changed values of an entry, or a notice if they are withheld. */
function EntryChanges({ entry, auditNames }: { entry: AuditEntry; auditNames: AuditNames }) {
  const { t } = useTranslation('access')
  const resourceName = entry.resource ?? ''
  if (isWithheld(entry)) return <p className="quiet">{t('pages.operationLog.withheld')}</p>
  if (entry.action === 'delete')
    return (
      <section>
        <h2 className="access-head">{t('pages.operationLog.deletedRow')}</h2>
        <DeletedRowView resourceName={resourceName} deletedRow={entry.before} auditNames={auditNames} />
      </section>
    )
  return (
    <section>
      <h2 className="access-head">{t('pages.operationLog.changes')}</h2>
      <DifferenceList
        resourceName={resourceName}
        rowBefore={entry.before}
        rowAfter={entry.after}
        auditNames={auditNames}
      />
    </section>
  )
}
