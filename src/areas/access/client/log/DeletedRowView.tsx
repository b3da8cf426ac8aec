import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomValues } from '@/contract/field'
import { notify } from '@/client/api/notify'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { getDifferences } from './difference'
import type { AuditNames } from './audit-names'
import { StoredValueView } from './StoredValueView'

/** A complete deleted row. It can be copied as text, e.g. into a message or to enter it again, or as data. */
export function DeletedRowView({
  resource,
  before,
  auditNames,
}: {
  resource: string
  before: CustomValues
  auditNames: AuditNames
}) {
  const { t } = useTranslation(['access', 'client'])
  const listRef = useRef<HTMLDListElement>(null)
  const definition = auditNames.findResource(resource)
  const fields = getDifferences(definition, before, {})
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      void notify(t('client:fields.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied', error) // no clipboard without https: select the text to be copied by hand
      if (listRef.current) getSelection()?.selectAllChildren(listRef.current)
      void notify(t('pages.operationLog.copyByHand'))
    }
  }
  const toText = () =>
    [...(listRef.current?.children ?? [])]
      .map((pair) => `${pair.querySelector('dt')?.textContent ?? ''}: ${pair.querySelector('dd')?.textContent ?? ''}`)
      .join('\n')
  return (
    <>
      <dl className="pairs" ref={listRef}>
        {fields.map((difference) => (
          <div
            key={difference.name}
            className={
              difference.field && ['note', 'list', 'custom', 'references'].includes(difference.field.kind)
                ? 'is-wide'
                : undefined
            }
          >
            <dt>{auditNames.getFieldName(definition, difference.name)}</dt>
            <dd>
              <StoredValueView
                field={difference.field}
                name={difference.name}
                area={definition?.area ?? 'access'}
                owner={resource}
                value={difference.before}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="ui-actions">
        <Button onClick={() => void copy(toText())}>{t('pages.operationLog.copyText')}</Button>
        <Button onClick={() => void copy(JSON.stringify(before, null, 2))}>{t('pages.operationLog.copyData')}</Button>
      </div>
    </>
  )
}
