/**
 * An expected difference between the two servers, and the reason for our behavior. Every case that matches
 * `on` must differ in exactly this way.
 */
export interface Difference {
  readonly on: RegExp;
  readonly ours: string;
  readonly theirs: string;
  readonly because: string;
}

export const differences: readonly Difference[] = [
  {
    on: /^authorize (public|basic): (without scope|scope=(empty|API|nonsense|api nonsense))$/,
    ours: '4xx invalid_scope',
    theirs: '3xx asks the user',
    because:
      'A scope is required, and a scope that the client lacks is rejected (spec/oauth §3.1). Theirs drops unknown scopes.',
  },
  {
    on: /^authorize (public|basic): scope=(mcp|api mcp|openid)$/,
    ours: '4xx invalid_scope',
    theirs: '3xx invalid_scope',
    because:
      "A scope error is never a redirect, so that Hark can't be made an open redirector (spec/oauth §3.1, RFC 9700 4.11.2).",
  },
  {
    on: /^authorize (public|basic): scope= api $/,
    ours: '3xx asks the user',
    theirs: '3xx invalid_scope',
    because: "Spaces around a single scope don't change what is requested.",
  },
  {
    on: /^authorize (public|basic): (response_type|scope|state|code_challenge|code_challenge_method) twice/,
    ours: '4xx invalid_request',
    theirs: '3xx invalid_request',
    because: 'Repeated parameters are rejected first, before any redirect URI is trusted (spec/oauth §2.2).',
  },
  {
    on: /^authorize (public|basic): an unknown parameter twice$/,
    ours: '4xx invalid_request',
    theirs: '3xx asks the user',
    because: 'RFC 6749 3.1: parameters must not be included more than once, known or not.',
  },
  {
    on: /^code (public|basic|post): an unknown parameter twice$/,
    ours: '4xx invalid_request',
    theirs: '2xx -',
    because: 'RFC 6749 3.2: parameters must not be included more than once, known or not.',
  },
  {
    on: /^authorize (public|basic): redirect_uri=(?!empty)/,
    ours: '4xx invalid_request',
    theirs: '4xx invalid_redirect_uri',
    because:
      'invalid_redirect_uri is a code of dynamic registration (RFC 7591); RFC 6749 4.1.2.1 defines invalid_request.',
  },
  {
    on: /^authorize (public|basic): response_type=code code$/,
    ours: '3xx unsupported_response_type',
    theirs: '3xx asks the user',
    because: '`code code` is not the type `code`, which is the only supported one.',
  },
  {
    on: /^authorize (public|basic): response_mode=(fragment|form_post)$/,
    ours: '3xx invalid_request',
    theirs: '3xx asks the user',
    because: "Our metadata offers only the mode query; theirs can't be configured that way.",
  },
  {
    on: /^authorize (public|basic): response_mode=(web_message|nonsense)$/,
    ours: '3xx invalid_request',
    theirs: '3xx unsupported_response_mode',
    because: 'RFC 6749 4.1.2.1 has no specific code for an unsupported mode.',
  },
  {
    on: /^authorize (public|basic): code_challenge=x{44}$/,
    ours: '3xx invalid_request',
    theirs: '3xx asks the user',
    because: 'A SHA-256 has 43 characters, so no verifier could match a longer challenge; reject it early.',
  },
  {
    on: /^(code|refresh|revoke) public, an empty secret with Basic$/,
    ours: '2xx -',
    theirs: '4xx invalid_request',
    because: 'RFC 6749 2.3.1: an empty secret is the same as none, which is right for a public client.',
  },
  {
    on: /^(code|refresh|revoke) (basic|post), an empty secret with Basic$/,
    ours: '4xx invalid_client',
    theirs: '4xx invalid_request',
    because: 'RFC 6749 5.2: missing client authentication is invalid_client.',
  },
  {
    on: /, (Basic that isn't Base64|Basic without a colon|Basic without credentials|another scheme)$/,
    ours: '4xx invalid_client',
    theirs: '4xx invalid_request',
    because:
      "RFC 6749 5.2: an authentication method that can't be parsed or is not supported is invalid_client.",
  },
  {
    on: /^code (public|basic|post): (without code_verifier|code_verifier=empty)$/,
    ours: '4xx invalid_request',
    theirs: '4xx invalid_grant',
    because: 'RFC 6749 5.2: a missing parameter is invalid_request; PKCE is always required.',
  },
  {
    on: /^code (public|basic|post): code_verifier=(short|v{42}|v{129}|v{42}ü)$/,
    ours: '4xx invalid_grant',
    theirs: '4xx invalid_request',
    because:
      'RFC 7636 4.6: a verifier that does not match the challenge is invalid_grant, and counts as a failed attempt.',
  },
  {
    on: /^code (public|basic|post): scope=(mcp|api mcp|nonsense)$/,
    ours: '4xx invalid_scope',
    theirs: '2xx -',
    because:
      'A scope at the token endpoint follows the same rules (spec/oauth §3.1); theirs ignores it for a code.',
  },
  {
    on: /^revoke (basic|post): token=\{refresh of another client\}$/,
    ours: '2xx -',
    theirs: '4xx invalid_request',
    because:
      "Another client's token changes nothing, and the response does not reveal that it exists (spec/oauth §4.4).",
  },
];
