import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomValues } from '@/contract/field'
import { notify } from '@/client/api/notify'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { differencesOf } from './difference'
import type { Things } from './things'
import { Value } from './Values'

/** A complete deleted row. It can be copied as text, e.g. into a message or to enter it again, or as data. */
export function DeletedRow({ resource, before, things }: { resource: string; before: CustomValues; things: Things }) {
  const { t } = useTranslation(['access', 'client'])
  const list = useRef<HTMLDListElement>(null)
  const of = things.resource(resource)
  const fields = differencesOf(of, before, {})
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      void notify(t('client:fields.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied', error) // no clipboard without https: select the text to be copied by hand
      if (list.current) getSelection()?.selectAllChildren(list.current)
      void notify(t('pages.operationLog.copyByHand'))
    }
  }
  const asText = () =>
    [...(list.current?.children ?? [])]
      .map((pair) => `${pair.querySelector('dt')?.textContent ?? ''}: ${pair.querySelector('dd')?.textContent ?? ''}`)
      .join('\n')
  return (
    <>
      <dl className="pairs" ref={list}>
        {fields.map((one) => (
          <div
            key={one.name}
            className={
              one.field && ['note', 'list', 'custom', 'references'].includes(one.field.kind) ? 'is-wide' : undefined
            }
          >
            <dt>{things.field(of, one.name)}</dt>
            <dd>
              <Value
                field={one.field}
                name={one.name}
                area={of?.area ?? 'access'}
                owner={resource}
                value={one.before}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="ui-actions">
        <Button onClick={() => void copy(asText())}>{t('pages.operationLog.copyText')}</Button>
        <Button onClick={() => void copy(JSON.stringify(before, null, 2))}>{t('pages.operationLog.copyData')}</Button>
      </div>
    </>
  )
}
