import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileField } from '@/contract/field'
import { fileStates, storedFile } from '@/contract/kit'
import { callEndpoint } from '../api/call-endpoint'
import { notify } from '../api/notify'
import { uploadInChunks } from '../api/upload-in-chunks'
import { useEndpoint } from '../api/use-list'
import { MISSING } from '../format/number'
import { Button } from '../ui/Button'
import { FilePick } from '../ui/FilePick'
import { CloseIcon, DocumentIcon, DownloadIcon } from '../ui/icons'
import { Progress } from '../ui/Progress'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { recordTrouble } from '../ui/trouble'

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns a function for file names; files without a name, or unknown offline, are numbered. */
function useFileNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation('client')
  const { data } = useEndpoint(fileStates, { ids: ids.join(',') }, { enabled: ids.length > 0 })
  return (id) => data?.find((file) => file.id === id)?.name || t('fields.file', { number: ids.indexOf(id) + 1 })
}

/** Uploads files when they are chosen; the row then refers to them. */
function Input({ field, id, label, value, onChange, disabled, describedBy }: InputProps<FileField>) {
  const { t } = useTranslation('client')
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null)
  const ids = idsOf(value)
  const nameOf = useFileNames(ids)
  async function choose(files: readonly File[]) {
    const chosen = files.slice(0, field.max - ids.length)
    const added: string[] = []
    try {
      for (const file of chosen) {
        setSent({ done: 0, total: file.size })
        added.push(
          await uploadInChunks(
            { bytes: await file.arrayBuffer(), mime: file.type || 'application/octet-stream', name: file.name },
            (done, total) => setSent({ done, total }),
          ),
        )
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
          {nameOf(one)}
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
  const ids = idsOf(value)
  if (ids.length === 0) return MISSING
  if (full) return <Downloads ids={ids} />
  return (
    <span className="yes-no">
      <DocumentIcon size={16} />
      {ids.length}
    </span>
  )
}
/** One download button per file. */
function Downloads({ ids }: { ids: readonly string[] }) {
  const nameOf = useFileNames(ids)
  return ids.map((id) => (
    <Button
      key={id}
      icon={<DownloadIcon size={20} />}
      onClick={() =>
        void callEndpoint(storedFile, { id }).catch((error: unknown) => recordTrouble('told by a toast', error))
      }
    >
      {nameOf(id)}
    </Button>
  ))
}
export const fileParts: FieldParts<FileField> = { Input, Show, Filter: null }
