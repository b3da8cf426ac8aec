import { useTranslation } from 'react-i18next'
import type { CustomValues } from '@/contract/field'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'
import { getDifferences, type Difference } from './difference'
import type { AuditNames } from './audit-names'
import { RowNameList, StoredValueView } from './StoredValueView'

/** Lists the changed fields of a row with their previous and new values. */
export function DifferenceList({
  resource,
  before,
  after,
  auditNames,
}: {
  resource: string
  before: CustomValues
  after: CustomValues
  auditNames: AuditNames
}) {
  const { t } = useTranslation('access')
  const definition = auditNames.findResource(resource)
  const differences = getDifferences(definition, before, after)
  if (differences.length === 0) return <p className="quiet">{t('pages.operationLog.nothing')}</p>
  return (
    <dl className="ac-diff">
      {differences.map((difference) => (
        <div key={difference.name}>
          <dt>{auditNames.getFieldName(definition, difference.name)}</dt>
          {difference.references ? (
            <ReferenceChangeList changes={difference.references} />
          ) : (
            <BeforeAfterCells
              difference={difference}
              area={definition?.area ?? 'access'}
              owner={resource}
              inserted={Object.keys(before).length === 0}
            />
          )}
        </div>
      ))}
    </dl>
  )
}
function BeforeAfterCells({
  difference,
  area,
  owner,
  inserted,
}: {
  difference: Difference
  area: string
  owner: string
  inserted: boolean
}) {
  const { t } = useTranslation('access')
  const sharedProps = { field: difference.field, name: difference.name, area, owner }
  return (
    <>
      {!inserted && (
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
function ReferenceChangeList({ changes }: { changes: NonNullable<Difference['references']> }) {
  const { t } = useTranslation('access')
  return (
    <>
      {changes.removedIds.length > 0 && (
        <dd className="tone-bad">
          <MinusIcon size={16} />
          <span>
            {t('pages.operationLog.gone', { count: changes.removedIds.length })}:{' '}
            <RowNameList to={changes.to} ids={changes.removedIds} />
          </span>
        </dd>
      )}
      {changes.addedIds.length > 0 && (
        <dd className="tone-ok">
          <PlusIcon size={16} />
          <span>
            {t('pages.operationLog.come', { count: changes.addedIds.length })}:{' '}
            <RowNameList to={changes.to} ids={changes.addedIds} />
          </span>
        </dd>
      )}
    </>
  )
}
