// Made by `npm run generate` from the OpenAPI document. Do not edit.

export interface components {
    schemas: {
        /** @description A lead. The workspace's own fields stand beside these, under their alias. */
        Lead: {
            /** Id */
            readonly id: number;
            /** First name */
            first_name: string | null;
            /** Last name */
            last_name: string | null;
            /**
             * Email
             * Format: email
             * @description Unique in the workspace, whatever its case.
             */
            email: string | null;
            /** Phone */
            phone: string | null;
            /** Mobile */
            mobile: string | null;
            /** Company */
            company: string | null;
            /** Position */
            position: string | null;
            /** Address 1 */
            address1: string | null;
            /** Address 2 */
            address2: string | null;
            /** City */
            city: string | null;
            /** State */
            state: string | null;
            /** Zip code */
            zipcode: string | null;
            /** Country */
            country: string | null;
            /** Website */
            website: string | null;
            /** Source */
            source: string | null;
            /** Status */
            status: string | null;
            /** Score */
            score: number | null;
            /** Tags */
            tags: string[];
            /** Owner */
            owner_id: number | null;
            /** Owner */
            readonly owner: {
                id: number;
                name: string;
            } | null;
            /** Created by */
            readonly created_by: {
                id: number;
                name: string;
            } | null;
            /** Modified by */
            readonly modified_by: {
                id: number;
                name: string;
            } | null;
            /**
             * Date added
             * Format: date-time
             */
            readonly date_added: string;
            /**
             * Date modified
             * Format: date-time
             */
            readonly date_modified: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The fields to write; what is left out stays as it is. A read-only field is taken with the value that it has, so that a lead that was read can be sent back whole. */
        LeadInput: {
            /** Id */
            readonly id?: number;
            /** First name */
            first_name?: string | null;
            /** Last name */
            last_name?: string | null;
            /**
             * Email
             * Format: email
             * @description Unique in the workspace, whatever its case.
             */
            email?: string | null;
            /** Phone */
            phone?: string | null;
            /** Mobile */
            mobile?: string | null;
            /** Company */
            company?: string | null;
            /** Position */
            position?: string | null;
            /** Address 1 */
            address1?: string | null;
            /** Address 2 */
            address2?: string | null;
            /** City */
            city?: string | null;
            /** State */
            state?: string | null;
            /** Zip code */
            zipcode?: string | null;
            /** Country */
            country?: string | null;
            /** Website */
            website?: string | null;
            /** Source */
            source?: string | null;
            /** Status */
            status?: string | null;
            /** Score */
            score?: number | null;
            /** Tags */
            tags?: string[];
            /** Owner */
            owner_id?: number | null;
            /** Owner */
            readonly owner?: {
                id: number;
                name: string;
            } | null;
            /** Created by */
            readonly created_by?: {
                id: number;
                name: string;
            } | null;
            /** Modified by */
            readonly modified_by?: {
                id: number;
                name: string;
            } | null;
            /**
             * Date added
             * Format: date-time
             */
            readonly date_added?: string;
            /**
             * Date modified
             * Format: date-time
             */
            readonly date_modified?: string;
        } & {
            [key: string]: unknown;
        };
        LeadList: {
            /** @description The true total; cast it to a number. */
            total: string;
            leads: components["schemas"]["Lead"][];
        };
        LeadAnswer: {
            lead: components["schemas"]["Lead"];
        };
        Search: {
            /** @description At most 50 conditions with 1,000 values in all, and 50 groups, at most 5 deep. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description Whether all filters must hold, or any.
             * @default all
             * @enum {unknown}
             */
            match?: "all" | "any";
            /** @description Counts from 1; 0 is 1. */
            page?: number;
            /** @description How many to skip, instead of `page`. */
            start?: number;
            /** @description As in a list: at most 100. */
            limit?: number;
            /** @description The alias of a field; `-alias` for descending. */
            orderBy?: string;
            /** @enum {unknown} */
            orderByDir?: "asc" | "desc";
        };
        /** @description A condition (alias, operator, value), or a group: `{"all": […]}` or `{"any": […]}`. */
        Filter: {
            /** @description The field. */
            alias?: string;
            /**
             * @description Text compares without case. A negative operator also matches an empty field.
             * @enum {unknown}
             */
            operator?: "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "between" | "contains" | "begins_with" | "ends_with" | "not_contains" | "not_begins_with" | "not_ends_with" | "is_empty" | "is_not_empty";
            /** @description Of the type of the field. `between` takes a list of two, both included; `in` and `not_in` a list; `is_empty` and `is_not_empty` none. */
            value?: unknown;
            /** @description A group of which every entry must hold. */
            all?: components["schemas"]["Filter"][];
            /** @description A group of which one entry must hold. */
            any?: components["schemas"]["Filter"][];
        };
        Batch: {
            /** @description At most 100. */
            items: components["schemas"]["LeadInput"][];
        };
        BatchAnswer: {
            results: {
                /** @description As the item would have been answered alone. */
                status: number;
                lead?: components["schemas"]["Lead"];
                error?: {
                    /** @description The HTTP status. */
                    code: number;
                    /** @description What is wrong; it names the field. */
                    message: string;
                };
            }[];
        };
        Fields: {
            /** @description Its name in the API. */
            alias: string;
            /** @description Its name for people. */
            label: string;
            /** @enum {unknown} */
            type: "text" | "long_text" | "number" | "integer" | "boolean" | "date" | "datetime" | "email" | "phone" | "url" | "select" | "multiselect" | "tags" | "user_id" | "user";
            unique: boolean;
            required: boolean;
            /** @description It is answered and cannot be written. */
            read_only: boolean;
            /** @description What a select or multiselect chooses from. */
            options: string[];
        }[];
        History: {
            total: string;
            history: {
                id: number;
                /** Format: date-time */
                date: string;
                /** @enum {unknown} */
                action: "created" | "edited" | "deleted" | "restored";
                user: {
                    id: number;
                    name: string;
                } | null;
                /** @description How it came: by UI, API key, API client, OAuth client, agent, workflow or apply. */
                means: {
                    type: string;
                    id: number | null;
                    name: string | null;
                };
                changes: {
                    field: string;
                    old: unknown;
                    new: unknown;
                }[];
            }[];
        };
        Self: {
            user: {
                id: number;
                /** Format: email */
                email: string;
                name: string;
                role: {
                    id: number;
                    name: string;
                    /** @description An administrator passes every check of rights. */
                    is_admin: boolean;
                };
            };
        };
        /** @description Every other refusal. */
        NestedError: {
            error: {
                /** @description The HTTP status. */
                code: number;
                /** @description What is wrong; it names the field. */
                message: string;
            };
        };
        /** @description Refusals of the credential. */
        FlatError: {
            /** @description The name of the refusal. */
            error: string;
            /** @description What to do. */
            error_description: string;
        };
    };
    responses: {
        /** @description Malformed request, or a value that a field does not accept */
        Refusal400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
        /** @description Missing, wrong or disabled credential */
        Refusal401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The role lacks Access REST API (flat), or rights on the record (nested) */
        Refusal403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"] | components["schemas"]["NestedError"];
            };
        };
        /** @description No such thing; an HTML page when no credential was sent */
        Refusal404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
        /** @description A twin with the same Idempotency-Key is being served, or somebody wrote the same at the same moment */
        Refusal409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
        /** @description The Idempotency-Key was used for another body */
        Refusal422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
        /** @description Rate limit of the workspace exceeded; see Retry-After */
        Refusal429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
        /** @description A fault of the service; the X-Request-Id leads to its cause */
        Refusal500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
        /** @description Not available right now; see Retry-After */
        Refusal503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NestedError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    get_users_self: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Self"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    get_leads: {
        parameters: {
            query?: {
                /** @description How many at most: 1 to 100. Beyond that, and for 0 or less, 100. Without it the default of the workspace. */
                limit?: number;
                /** @description How many to skip. */
                start?: number;
                /** @description The alias of a field; `-alias` for descending. Without it by `id`, which is stable. */
                orderBy?: string;
                /** @description The direction, where `orderBy` does not say it. */
                orderByDir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadList"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads: {
        parameters: {
            query?: {
                /** @description How many at most: 1 to 100. Beyond that, and for 0 or less, 100. Without it the default of the workspace. */
                limit?: number;
                /** @description How many to skip. */
                start?: number;
                /** @description The page to return, counted from 1. `start` takes precedence. */
                page?: number;
                /** @description The alias of a field; `-alias` for descending. Without it by `id`, which is stable. */
                orderBy?: string;
                /** @description The direction, where `orderBy` does not say it. */
                orderByDir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Search"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadList"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads_search: {
        parameters: {
            query?: {
                /** @description How many at most: 1 to 100. Beyond that, and for 0 or less, 100. Without it the default of the workspace. */
                limit?: number;
                /** @description How many to skip. */
                start?: number;
                /** @description The page to return, counted from 1. `start` takes precedence. */
                page?: number;
                /** @description The alias of a field; `-alias` for descending. Without it by `id`, which is stable. */
                orderBy?: string;
                /** @description The direction, where `orderBy` does not say it. */
                orderByDir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Search"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadList"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads_new: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    patch_leads_edit: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads_batch_new: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads_batch_edit: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads_batch_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    get_leads_list_fields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fields"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    get_leads_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the lead. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    put_leads_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the lead. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    delete_leads_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the lead. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    patch_leads_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the lead. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    post_leads_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the lead. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadAnswer"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            409: components["responses"]["Refusal409"];
            422: components["responses"]["Refusal422"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
    get_leads_id_history: {
        parameters: {
            query?: {
                /** @description How many at most: 1 to 100. Beyond that, and for 0 or less, 100. Without it the default of the workspace. */
                limit?: number;
                /** @description How many to skip. */
                start?: number;
            };
            header?: never;
            path: {
                /** @description The id of the lead. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            400: components["responses"]["Refusal400"];
            401: components["responses"]["Refusal401"];
            403: components["responses"]["Refusal403"];
            404: components["responses"]["Refusal404"];
            429: components["responses"]["Refusal429"];
            500: components["responses"]["Refusal500"];
            503: components["responses"]["Refusal503"];
        };
    };
}
