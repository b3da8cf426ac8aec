import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileField } from '@/contract/field'
import { storedFile } from '@/contract/kit'
import { call } from '../api/call'
import { notify } from '../api/notify'
import { uploadNow } from '../api/upload'
import { MISSING } from '../format/number'
import { Button } from '../ui/Button'
import { FilePick } from '../ui/FilePick'
import { CloseIcon, DocumentIcon, DownloadIcon } from '../ui/icons'
import { Progress } from '../ui/Progress'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { recordTrouble } from '../ui/trouble'

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Files go to the server when they are chosen; the row then refers to them. */
function Input({ field, id, label, value, onChange, disabled, describedBy }: InputProps<FileField>) {
  const { t } = useTranslation('client')
  const [names, setNames] = useState<Record<string, string>>({})
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null)
  const ids = idsOf(value)
  async function choose(files: readonly File[]) {
    const chosen = files.slice(0, field.max - ids.length)
    const added: string[] = []
    try {
      for (const file of chosen) {
        setSent({ done: 0, total: file.size })
        const own = await uploadNow(
          { bytes: await file.arrayBuffer(), mime: file.type || 'application/octet-stream', name: file.name },
          (done, total) => setSent({ done, total }),
        )
        added.push(own)
        setNames((before) => ({ ...before, [own]: file.name }))
      }
    } catch (error) {
      recordTrouble('file not uploaded', error)
      void notify(t('fields.uploadFailed'), 'fail')
    } finally {
      setSent(null)
      onChange?.([...ids, ...added])
    }
  }
  return (
    <div className="photos">
      {ids.map((one, index) => (
        <span key={one} className="yes-no">
          <DocumentIcon size={20} />
          {names[one] ?? t('fields.file', { number: index + 1 })}
          {!disabled && (
            <Button
              look="quiet"
              aria-label={`${t('fields.clear')} ${index + 1}`}
              icon={<CloseIcon size={16} />}
              onClick={() => onChange?.(ids.filter((other) => other !== one))}
            />
          )}
        </span>
      ))}
      {sent && <Progress label={t('fields.uploading')} done={sent.done} total={sent.total} />}
      <FilePick
        id={id}
        word={t('fields.chooseFile', { count: field.max })}
        label={label}
        describedBy={describedBy}
        multiple={field.max > 1}
        disabled={disabled || ids.length >= field.max || sent !== null}
        onFiles={(files) => void choose(files)}
      />
    </div>
  )
}
function Show({ value, full }: ShowProps<FileField>) {
  const { t } = useTranslation('client')
  const ids = idsOf(value)
  if (ids.length === 0) return MISSING
  if (!full)
    return (
      <span className="yes-no">
        <DocumentIcon size={16} />
        {ids.length}
      </span>
    )
  return (
    <>
      {ids.map((id, index) => (
        <Button
          key={id}
          icon={<DownloadIcon size={20} />}
          onClick={() =>
            void call(storedFile, { id }).catch((error: unknown) => recordTrouble('told by a toast', error))
          }
        >
          {t('fields.file', { number: index + 1 })}
        </Button>
      ))}
    </>
  )
}
export const fileParts: FieldParts<FileField> = { Input, Show, Filter: null }
