import { useTranslation } from 'react-i18next'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'
import { getDifferences, type Difference, type StoredValues } from './difference'
import type { AuditNames } from './audit-names'
import { RowNameList, StoredValueView } from './StoredValueView'

/** Lists the changed fields of a row with their previous and new values. */
export function DifferenceList({
  resourceName,
  rowBefore,
  rowAfter,
  auditNames,
}: {
  resourceName: string
  rowBefore: StoredValues
  rowAfter: StoredValues
  auditNames: AuditNames
}) {
  const { t } = useTranslation('access')
  const definition = auditNames.findResource(resourceName)
  const differences = getDifferences(definition, rowBefore, rowAfter)
  if (differences.length === 0) return <p className="quiet">{t('pages.operationLog.nothing')}</p>
  return (
    <dl className="access-diff stack gap-3">
      {differences.map((difference) => (
        <div key={difference.name}>
          <dt>{auditNames.getFieldLabel(definition, difference.name)}</dt>
          {difference.referenceChanges ? (
            <ReferenceChangeList changes={difference.referenceChanges} />
          ) : (
            <BeforeAfterCells
              difference={difference}
              areaName={definition?.area ?? 'access'}
              resourceName={resourceName}
              isInsertion={Object.keys(rowBefore).length === 0}
            />
          )}
        </div>
      ))}
    </dl>
  )
}
function BeforeAfterCells({
  difference,
  areaName,
  resourceName,
  isInsertion,
}: {
  difference: Difference
  areaName: string
  resourceName: string
  isInsertion: boolean
}) {
  const { t } = useTranslation('access')
  const sharedProps = { field: difference.field, name: difference.name, areaName, resourceName }
  return (
    <>
      {!isInsertion && (
        <dd className="tone-bad">
          <MinusIcon size={16} />
          <span className="ui-hidden">{t('operationLog.fields.before')}</span>
          <StoredValueView {...sharedProps} value={difference.before} />
        </dd>
      )}
      <dd className="tone-ok">
        <PlusIcon size={16} />
        <span className="ui-hidden">{t('operationLog.fields.after')}</span>
        <StoredValueView {...sharedProps} value={difference.after} />
      </dd>
    </>
  )
}
function ReferenceChangeList({ changes }: { changes: NonNullable<Difference['referenceChanges']> }) {
  const { t } = useTranslation('access')
  return (
    <>
      {changes.removedIds.length > 0 && (
        <dd className="tone-bad">
          <MinusIcon size={16} />
          <span>
            {t('pages.operationLog.gone', { count: changes.removedIds.length })}:{' '}
            <RowNameList resourceName={changes.resourceName} ids={changes.removedIds} />
          </span>
        </dd>
      )}
      {changes.addedIds.length > 0 && (
        <dd className="tone-ok">
          <PlusIcon size={16} />
          <span>
            {t('pages.operationLog.come', { count: changes.addedIds.length })}:{' '}
            <RowNameList resourceName={changes.resourceName} ids={changes.addedIds} />
          </span>
        </dd>
      )}
    </>
  )
}
