import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { getDifferences, type StoredValues } from './difference'
import type { AuditNames } from './audit-names'
import { StoredValueView } from './StoredValueView'

/** All fields of a deleted row. Buttons copy them as text, e.g. for a message or to enter the row again, or as JSON. */
export function DeletedRowView({
  resourceName,
  deletedRow,
  auditNames,
}: {
  resourceName: string
  deletedRow: StoredValues
  auditNames: AuditNames
}) {
  const { t } = useTranslation(['access', 'client'])
  const listRef = useRef<HTMLDListElement>(null)
  const definition = auditNames.findResource(resourceName)
  const differences = getDifferences(definition, deletedRow, {})
  async function copyText(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      void notify(t('client:fields.copied'), 'success')
    } catch (error) {
      // Without https there is no clipboard. The text is selected instead, so that the reader can copy it.
      recordTrouble('deleted row not copied', error)
      if (listRef.current) getSelection()?.selectAllChildren(listRef.current)
      void notify(t('pages.operationLog.copyByHand'))
    }
  }
  const formatAsText = () =>
    [...(listRef.current?.children ?? [])]
      .map((pair) => `${pair.querySelector('dt')?.textContent ?? ''}: ${pair.querySelector('dd')?.textContent ?? ''}`)
      .join('\n')
  return (
    <>
      <dl className="pairs" ref={listRef}>
        {differences.map((difference) => (
          <div
            key={difference.name}
            className={
              difference.field && ['note', 'list', 'custom', 'references'].includes(difference.field.kind)
                ? 'is-wide'
                : undefined
            }
          >
            <dt>{auditNames.getFieldLabel(definition, difference.name)}</dt>
            <dd>
              <StoredValueView
                field={difference.field}
                name={difference.name}
                areaName={definition?.area ?? 'access'}
                resourceName={resourceName}
                value={difference.before}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="ui-actions">
        <Button onClick={() => void copyText(formatAsText())}>{t('pages.operationLog.copyText')}</Button>
        <Button onClick={() => void copyText(JSON.stringify(deletedRow, null, 2))}>
          {t('pages.operationLog.copyData')}
        </Button>
      </div>
    </>
  )
}
