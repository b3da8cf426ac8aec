import './file-pick.css'
import { UploadIcon } from './icons'

export interface FilePickButtonProps {
  /** Label of the button: an invitation to choose, or the name of the chosen file. */
  label: string
  onFiles: (files: File[]) => void
  id?: string
  /** Accessible name, if it differs from the visible label. */
  accessibleName?: string
  describedBy?: string | undefined
  /** File extensions or MIME types that can be selected. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
}
/** File input styled as a button: the browser's own control is small and labelled in the browser's language. */
export function FilePickButton({
  label: buttonLabel,
  onFiles,
  id,
  accessibleName,
  describedBy,
  accept,
  multiple,
  disabled,
}: FilePickButtonProps) {
  return (
    <label className="ui-button file-pick">
      <UploadIcon size={20} />
      <span>{buttonLabel}</span>
      <input
        id={id}
        className="ui-hidden"
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={accessibleName}
        aria-describedby={describedBy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Without the reset, choosing a corrected file of the same name would fire no change event.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}
