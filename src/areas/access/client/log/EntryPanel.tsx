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
import { useParams } from '@/client/use-params'
import { DeletedRowView } from './DeletedRowView'
import { DifferenceList } from './DifferenceList'
import type { AuditNames } from './audit-names'

const detailFields = ['userName', 'operation', 'via', 'address', 'occurredAt', 'requestId'] as const

/**
 * Every change of a row records at least its version, so an entry without values is about a row that the reader may not
 * open.
 */
const isWithheld = ({ resource, before, after }: Row<typeof operationLog>): boolean =>
  resource !== null && Object.keys({ ...before, ...after }).length === 0

/** One audit entry with author, time, origin and changes. */
export function EntryPanel({ open, auditNames }: { open: OpenRow; auditNames: AuditNames }) {
  const { t } = useTranslation(['access', 'client'])
  const zone = usePlantZone()
  const [, setParams] = useParams()
  const row = open.row as Row<typeof operationLog>
  const filledFields = detailFields.filter((name) => row[name])
  const cells = { operation: () => <span>{auditNames.getOperationName(row.operation)}</span> }
  const resourceName = row.resource ? auditNames.getResourceName(row.resource) : ''
  return (
    <PageFrame
      title={auditNames.getEntryTitle(row) || resourceName || auditNames.getOperationName(row.operation)}
      sub={
        <span className="ac-chips">
          <ResourceStateBadge of={operationLog} field="action" state={row.action} tones={actionTones} />
          {resourceName && <span>{resourceName}</span>}
          <span>{formatMoment(row.at, zone, true)}</span>
        </span>
      }
      {...(open.onBack ? { onBack: open.onBack } : {})}
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
        of={operationLog}
        row={{ ...open.row, updatedAt: null }}
        refs={open.refs}
        only={filledFields}
        cells={cells}
      >
        {isWithheld(row) ? (
          <p className="quiet">{t('pages.operationLog.withheld')}</p>
        ) : row.action === 'delete' ? (
          <section>
            <h2 className="ac-head">{t('pages.operationLog.deletedRow')}</h2>
            <DeletedRowView resource={row.resource ?? ''} before={row.before} auditNames={auditNames} />
          </section>
        ) : (
          <section>
            <h2 className="ac-head">{t('pages.operationLog.changes')}</h2>
            <DifferenceList
              resource={row.resource ?? ''}
              before={row.before}
              after={row.after}
              auditNames={auditNames}
            />
          </section>
        )}
      </ResourceDetailView>
    </PageFrame>
  )
}
