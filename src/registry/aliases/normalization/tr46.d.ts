declare module 'tr46' {
  export type ToAsciiOptions = {
    checkBidi?: boolean
    checkHyphens?: boolean
    checkJoiners?: boolean
    useSTD3ASCIIRules?: boolean
    verifyDNSLength?: boolean
    transitionalProcessing?: boolean
    ignoreInvalidPunycode?: boolean
  }

  /** Null if the name is invalid under the options. */
  export function toASCII(domainName: string, options?: ToAsciiOptions): string | null
}
