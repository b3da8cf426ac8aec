import '@/client/antd'
import Input, { type InputProps, type InputRef } from 'antd-mobile/es/components/input'
import PlainTextArea, {
  type TextAreaProps as PlainTextAreaProps,
  type TextAreaRef,
} from 'antd-mobile/es/components/text-area'
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type AriaAttributes,
  type InputHTMLAttributes,
  type Ref,
  type RefObject,
  type TextareaHTMLAttributes,
} from 'react'
import { CloseIcon } from './icons'
import './text-input.css'

/** Attributes that we set on the native element, because antd-mobile does not forward them. */
type ForwardedAttributes = AriaAttributes & {
  list?: string | undefined
  required?: boolean | undefined
  spellCheck?: boolean | undefined
  maxLength?: number | undefined
  title?: string | undefined
  lang?: string | undefined
}
/** Sets attributes of the native element that antd-mobile renders; removes those without a value. */
function useForwardedAttributes(
  control: RefObject<{ nativeElement: HTMLElement | null } | null>,
  attributes: ForwardedAttributes,
): void {
  useLayoutEffect(() => {
    const element = control.current?.nativeElement
    if (!element) return
    for (const [name, value] of Object.entries(attributes)) {
      const isAria = name.startsWith('aria-')
      if (value === undefined || value === null || (value === false && !isAria && name !== 'spellCheck'))
        element.removeAttribute(name)
      else element.setAttribute(name, value === true && !isAria ? '' : String(value))
    }
  })
}

export interface TextInputProps
  extends
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      | 'id'
      | 'name'
      | 'type'
      | 'disabled'
      | 'readOnly'
      | 'placeholder'
      | 'inputMode'
      | 'autoComplete'
      | 'autoCapitalize'
      | 'autoFocus'
      | 'pattern'
      | 'minLength'
      | 'enterKeyHint'
      | 'onFocus'
      | 'onBlur'
      | 'onKeyDown'
      | 'onPaste'
      | 'onClick'
      | 'className'
    >,
    ForwardedAttributes {
  value: string
  onChange: (text: string) => void
  /** The native input. */
  ref?: Ref<HTMLInputElement>
}

/** Separates the `aria-*` attributes, which antd-mobile does not forward, from the other props. */
function separateAriaProps<P extends object>(props: P): [plainProps: P, aria: AriaAttributes] {
  const entries = Object.entries(props)
  return [
    Object.fromEntries(entries.filter(([name]) => !name.startsWith('aria-'))) as P,
    Object.fromEntries(entries.filter(([name]) => name.startsWith('aria-'))),
  ]
}

/** Input for one line of text; on touch screens with a button that clears it. */
export function TextInput({
  ref,
  className,
  list,
  required,
  spellCheck,
  maxLength,
  title,
  lang,
  ...props
}: TextInputProps) {
  const input = useRef<InputRef>(null)
  const [inputProps, aria] = separateAriaProps(props)
  useForwardedAttributes(input, { list, required, spellCheck, maxLength, title, lang, ...aria })
  useImperativeHandle(ref, () => input.current!.nativeElement!)
  const clear = () => {
    props.onChange('')
    input.current?.focus()
  }
  return (
    <span
      className={className ? `ui-input ui-text ${className}` : 'ui-input ui-text'}
      data-invalid={isInvalid(aria) || undefined}
    >
      <Input ref={input} {...(inputProps as InputProps)} />
      {props.value !== '' && !props.disabled && !props.readOnly && (
        // Hidden from screen readers, because a label around the input would include the button in the input's name.
        <button
          type="button"
          className="ui-text-clear"
          aria-hidden
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </span>
  )
}

interface TextAreaProps
  extends
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      | 'id'
      | 'name'
      | 'rows'
      | 'disabled'
      | 'readOnly'
      | 'placeholder'
      | 'autoFocus'
      | 'onFocus'
      | 'onBlur'
      | 'onKeyDown'
    >,
    ForwardedAttributes {
  value: string
  onChange: (text: string) => void
  className?: string
}
/** A text area that would be taller scrolls instead. */
const MAX_HEIGHT_PX = 400
/** Top and bottom border together; `scrollHeight` does not include them. */
const BORDERS_PX = 2
/** Replaces the autoSize of antd-mobile, which puts a second text area with the same text behind the first. */
function fitHeight(element: HTMLTextAreaElement): void {
  element.style.height = 'auto'
  // The height is 0 while a surrounding section is collapsed.
  if (element.scrollHeight > 0) element.style.height = `${Math.min(MAX_HEIGHT_PX, element.scrollHeight + BORDERS_PX)}px`
}
/** Input for several lines of text, as tall as its text. */
export function TextArea({
  className,
  list,
  required,
  spellCheck,
  maxLength,
  title,
  lang,
  rows = 3,
  ...props
}: TextAreaProps) {
  const textArea = useRef<TextAreaRef>(null)
  const [textAreaProps, aria] = separateAriaProps(props)
  useForwardedAttributes(textArea, { list, required, spellCheck, maxLength, title, lang, ...aria })
  useLayoutEffect(() => {
    if (textArea.current?.nativeElement) fitHeight(textArea.current.nativeElement)
  })
  return (
    <span
      className={className ? `ui-input ui-text ${className}` : 'ui-input ui-text'}
      data-invalid={isInvalid(aria) || undefined}
    >
      <PlainTextArea ref={textArea} {...(textAreaProps as PlainTextAreaProps)} rows={rows} />
    </span>
  )
}
const isInvalid = (aria: AriaAttributes): boolean => aria['aria-invalid'] === true || aria['aria-invalid'] === 'true'

/** The mark of a required field, the same in every form. Screen readers hear "required" from the input. */
export const RequiredMark = () => (
  <span className="required-mark" aria-hidden>
    *
  </span>
)
