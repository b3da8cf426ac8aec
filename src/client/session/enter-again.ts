let asking: Promise<boolean> | null = null

/**
 * Asks the person for the password again; answers whether the server took it. Calls that want it at the same moment share
 * one question. Its dialog is loaded when first needed.
 */
export function enterPasswordAgain(): Promise<boolean> {
  asking ??= import('./PasswordAgain')
    .then(({ askPasswordAgain }) => askPasswordAgain())
    .finally(() => {
      asking = null
    })
  return asking
}
